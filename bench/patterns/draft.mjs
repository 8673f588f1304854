// Drafts FreeSewing designs and writes them as Toile reads them: one JSON of points, paths, snippets and cuts, and one SVG.
//
//   node draft.mjs OUT [MODEL ...] [--designs=aaron,brian]
//
// The packages come from the npm registry by name (package.json beside this file); nothing of them is kept here.
import fs from 'node:fs'
import path from 'node:path'
import * as models from '@freesewing/models'

const args = process.argv.slice(2)
const chosen = args.find((arg) => arg.startsWith('--designs='))?.slice(10).split(',')
const [out, ...named] = args.filter((arg) => !arg.startsWith('--'))
if (!out) throw new Error('say where the drafts go: node draft.mjs OUT')
const wanted = named.length > 0 ? named : ['cisFemaleAdult34', 'cisMaleAdult40']
const designs = chosen ?? JSON.parse(fs.readFileSync(new URL('package.json', import.meta.url))).designs

/** The measurements of a model by its name, such as `cisFemaleAdult34`. */
function measurementsOf(name) {
  if (!models[name]) throw new Error(`there is no model ${name}`)
  return models[name]
}

/** A path as plain data. */
function plainPath(one) {
  const at = (point) => (point ? [point.x, point.y] : undefined)
  const ops = one.ops.map((op) => ({ type: op.type, to: at(op.to), cp1: at(op.cp1), cp2: at(op.cp2) }))
  const text = one.attributes?.get?.('data-text') || null
  let length = null
  try {
    length = one.length()
  } catch {
    // A path of moves alone has none.
  }
  return { hidden: Boolean(one.hidden), class: one.attributes?.get?.('class') || null, text, ops, length }
}

const mapped = (things, map) => Object.fromEntries(Object.entries(things).map(([name, thing]) => [name, map(thing)]))

/** All parts of a draft as plain data. */
function plainParts(pattern) {
  const parts = {}
  for (const [name, part] of Object.entries(pattern.parts[0])) {
    if (part.hidden) continue
    parts[name] = {
      points: mapped(part.points, (point) => [point.x, point.y]),
      paths: mapped(part.paths, plainPath),
      snippets: mapped(part.snippets, (snippet) => ({ def: snippet.def, at: [snippet.anchor.x, snippet.anchor.y] })),
      cut: pattern.setStores[0].cutlist?.[name] ?? {},
    }
  }
  return parts
}

fs.mkdirSync(out, { recursive: true })
let failed = 0
for (const design of designs) {
  for (const model of wanted) {
    try {
      const module = await import(`@freesewing/${design}`)
      const Design = module[design[0].toUpperCase() + design.slice(1)]
      const settings = { measurements: measurementsOf(model), sa: 10, paperless: false }
      const pattern = new Design(settings)
      pattern.draft()
      const measurements = measurementsOf(model)
      const json = { design, model, units: 'mm', measurements, parts: plainParts(pattern) }
      fs.writeFileSync(path.join(out, `${design}_${model}.json`), JSON.stringify(json))
      fs.writeFileSync(path.join(out, `${design}_${model}.svg`), new Design(settings).draft().render())
    } catch (error) {
      failed += 1
      console.error(`${design} for ${model}: ${error.message.slice(0, 200)}`)
    }
  }
}
console.error(`${designs.length * wanted.length - failed} drafts are in ${out}, ${failed} failed`)
