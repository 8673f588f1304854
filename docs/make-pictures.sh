#!/usr/bin/env bash
# Makes the pictures of the guide again: one line a picture, with the command that makes it.
#
#     docs/make-pictures.sh                         all of them: some hours on two cores
#     docs/make-pictures.sh outfit 'patterns/*'     some, by their names below docs/src/images, without .png
#     docs/make-pictures.sh --list                  the names
#
# Pictures of recordings, scans and patterns that are no part of Toile need the folder of data (../shared/data, or
# TOILE_DATA); without it they are left as they are. Pictures of the viewer need a Vulkan driver.
# A test compares the names here with the files in docs/src/images.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD
data=${TOILE_DATA:-$root/../shared/data}
images=$root/docs/src/images
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wanted=("$@")
toile=$root/target/release/toile
examples=$root/target/release/examples
width=1070

# --- how pictures are made: each of these writes "$out" ---

build() {
  cargo build --release -p toile-cli -p toile-lab --features toile-cli/gpu,toile-lab/gpu,toile-lab/view-script --bins --examples
}

# montage OPTION... PICTURE[@PART][=LABEL]...: one page of several pictures, or a smaller one of one.
montage() { "$examples/montage" "$out" "$@"; }

# cached COMMAND...: runs a command in a folder of its own, once; prints the folder.
cached() {
  local folder
  folder=$work/$(printf '%s ' "$@" | sha256sum | cut -c1-16)
  if [ ! -d "$folder" ]; then
    mkdir "$folder"
    (cd "$folder" && "$@") > "$folder/log" 2>&1 || { tail -20 "$folder/log" >&2; return 1; }
  fi
  echo "$folder"
}

dress() { cached "$toile" dress -o . "$@"; }

# dressed ARGUMENT...: `look.png` of `toile dress`.
dressed() { local from; from=$(dress "$@"); montage --width "$width" "$from/look.png"; }

# walked ARGUMENT...: `motion.png` of `toile dress`.
walked() { local from; from=$(dress "$@"); montage --width 1250 "$from/motion.png"; }

# checked ARGUMENT...: what is wrong with a mesh, in red; that there is something is what the exit code says.
checked() { "$toile" check "$@" --picture "$work/check.png" --quiet > /dev/null || true; montage --width 1100 "$work/check.png"; }

look() { "$toile" look "$@" -o "$out" > /dev/null; }

shot() { "$toile" view "$@" --shot "$out" > /dev/null; }

pattern() { "$toile" pattern show "$1" --width "${2:-700}" -o "$out" > /dev/null; }

simulated() { local from; from=$(cached "$toile" simulate "$root/$1" -o . --quiet); cp "$from/look.png" "$out"; }

bench() { "$toile" bench "$1" --grid "$2" --picture "$out" --quiet > /dev/null; }

# example FILE NAME ARGUMENT...: a file that an example writes.
example() { local file=$1 from; shift; from=$(cached "$examples/$1" "${@:2}"); montage "$from/$file"; }

# single_threaded COMMAND...: for measurements.
single_threaded() { RAYON_NUM_THREADS=1 "$@"; }

session() { local from; from=$(cached "$examples/view_session" .); montage "$from/${out##*/}"; }

# close_up POINT ZOOM ARGUMENT...: what is around a point of a dressed body, from four sides.
close_up() {
  local at=$1 zoom=$2 from
  shift 2
  from=$(dress "$@")
  "$toile" look "$from"/body.obj "$from"/garment_*.obj --color '#ddcbba,#4a628a,#c48f86' --look-at "$at" --zoom "$zoom" \
    --views front,three-quarter,left,back --size 262x300 -o "$out" > /dev/null
}

mannequins() {
  local size
  for size in "$@"; do "$toile" body --size "$size" -o "$work/$size.obj" > /dev/null 2>&1; done
  (cd "$work" && "$toile" look "${@/%/.obj}" --apart --views front --columns 10 --size 140x170 -o "$out") > /dev/null
}

# measured ARGUMENT...: landmarks and tapes of a body that `toile body` makes.
measured() {
  "$toile" body "$@" -o "$work/body.obj" --quiet > /dev/null
  "$toile" body measure "$work/body.obj" --picture "$work/measured.png" --quiet > /dev/null
  montage --width 1180 "$work/measured.png"
}

# own_body GARMENT ARGUMENT...: a garment on a body that `toile body` makes.
own_body() {
  "$toile" body "${@:2}" -o "$work/own.obj" --quiet > /dev/null
  dressed -g "$1" -b "$work/own.obj"
}

# imported FILE: a pattern with its seams and halves as they are suggested.
imported() { "$toile" import "$1" -o "$work/imported.toml" --picture "$out" --quiet > /dev/null; }

walking_body() {
  "$toile" body --size eu-38 --motion walk --seconds 3 -o "$work/walk.pc2" --picture "$work/walk.png" --quiet > /dev/null
  montage --width 1100 "$work/walk.png"
}

# sat: the hollows of the knees of trousers as dressed and as they were sat in, without memory of bending and with it.
sat() {
  local from with without garment=garment_1_trousers
  with=$(dress -g trousers -b eu-38 -f linen --edge 0.02 --motion sit)
  without=$(dress -g trousers -b eu-38 -f linen --edge 0.02 --motion sit --no-creases)
  for from in "$with" "$without"; do
    "$toile" body "$from/$garment.obj" --motion "$from/$garment.pc2" --fps 30 -o "$from/frame.obj" --quiet > /dev/null
  done
  knees "$without/frame.0000.obj" 'as dressed' "$work/knees-0.png"
  knees "$without/frame.0180.obj" 'after sitting, without memory' "$work/knees-1.png"
  knees "$with/frame.0180.obj" 'after sitting, with creases' "$work/knees-2.png"
  montage "$work"/knees-{0,1,2}.png
}

# knees TROUSERS TITLE PICTURE: legs from behind.
knees() {
  "$toile" look "$1" --color '#9fa88e' --look-at 0,0.5,0 --zoom 1.8 --views back --size 340x400 --title "$2" -o "$3" > /dev/null
}

two_bodies() {
  local a b
  "$toile" pattern draft dress --body eu-38 -o "$work/dress.toml" > /dev/null
  a=$(dress -g "$work/dress.toml" -b eu-38 --edge 0.025)
  b=$(dress -g "$work/dress.toml" -b eu-44 --edge 0.025)
  montage --width 580 --columns 1 "$a/fit.png" "$b/fit.png"
}

# calibrated: how often probabilities of seams come true; the drafts of bench/patterns count if they are there.
calibrated() {
  cargo run --quiet --release -p toile-pattern --example reading -- table > "$work/table.txt"
  cargo run --quiet --release -p toile-look --example calibration -- "$work/table.txt" "$out"
}

# asked PATTERN: the edges of what is not sure of a pattern.
asked() { "$toile" import "$data/patterns/$1" -o "$work/asked.toml" --quiet > /dev/null; montage "$work/asked-questions.png"; }

turned() {
  local a b
  a=$(dress -g dress -b eu-38 --edge 0.02)
  b=$(dress -g dress -b eu-38 --edge 0.02 --order 'dress back to front')
  montage --width 300 "$a/look.png@10,48,700,1000=as usual, front" "$a/look.png@1430,48,700,1000=back" \
    "$b/look.png@10,48,700,1000=back to front, front" "$b/look.png@1430,48,700,1000=back"
}

silk_and_denim() {
  local silk denim
  silk=$(dress -g circle-skirt -b eu-38 -f silk-habotai --edge 0.015)
  denim=$(dress -g circle-skirt -b eu-38 -f denim --edge 0.015)
  montage --width 300 "$silk/look.png@10,48,700,1000=silk habotai" "$silk/look.png@1430,48,700,1000=silk habotai, back" \
    "$denim/look.png@10,48,700,1000=denim" "$denim/look.png@1430,48,700,1000=denim, back"
}

reordered() {
  local from
  from=$(cached "$examples/reorder" --out .)
  montage --width 260 "$from/state_0.png@10,10,420,600=over the trousers" "$from/state_1.png@10,10,420,600=tucked in" \
    "$from/state_2.png@10,10,420,600=out again"
}

folds() {
  local skirt blazer shirt
  skirt=$(dress -g pleated-skirt -b eu-38)
  blazer=$(dress -g blazer -b eu-38)
  shirt=$(dress -g shirt -b eu-38 --edge 0.01)
  montage "$skirt/look.png@880,410,360,340=knife pleats below a yoke" "$blazer/look.png@880,210,360,340=lapels and buttons" \
    "$shirt/look.png@880,210,360,340=the collar of a shirt"
}

wardrobe() {
  "$toile" bench wardrobe --edge 0.02 --data "$data" --picture "$out" --quiet > /dev/null
}

validated() { "$toile" validate "$1" --plot "$out" --quiet > /dev/null; }

# with_data COMMAND...: only where the folder of data is.
with_data() { if [ -d "$data" ]; then "$@"; else echo "  there is no $data: left as it is"; fi; }

# by_hand WORDS: what no command can make.
by_hand() { echo "  made by hand: $1"; }

# picture NAME COMMAND...: a line of the list.
picture() {
  local name=$1 pattern chosen=false begin=$SECONDS
  shift
  # shellcheck disable=SC2254
  for pattern in "${wanted[@]:-*}"; do
    case $name in $pattern) chosen=true ;; esac
  done
  if [ "${wanted[0]:-}" = --list ]; then
    echo "$name"
  elif $chosen; then
    out=$images/$name.png
    mkdir -p "$(dirname "$out")"
    "$@"
    echo "$name: $((SECONDS - begin)) s, $(($(stat -c %s "$out") / 1000)) kB"
  fi
}

[ "${wanted[0]:-}" = --list ] || build

# --- the pictures ---

picture hero example hero.png hero hero.png
picture look look dress-form skirt --size 420x600 --color '#ece7dd,#d0988d'
picture look-heat look skirt --heat curvature --size 320x460 --title "A skirt"
picture check checked tangled-skirt --against dress-form

# Dressing
picture silk-denim silk_and_denim
picture outfit dressed -g trousers -g t-shirt -b eu-38
picture walk walked -g trousers t-shirt -b eu-38 --edge 0.03 --motion walk --seconds 5
picture walk-recorded with_data walked -g trousers t-shirt -b eu-38 --edge 0.03 --motion "$data/motion/07_01.bvh" --repeat --seconds 5
picture creases-sit sat
picture wardrobe with_data wardrobe
picture back-to-front turned
picture reorder reordered
picture guides/collar-out close_up 0,1.4,0 4.5 -g shirt pullover -b eu-38 --edge 0.018 --order 'collar out' --time-limit 3600
picture guides/folds folds
picture guides/calibration with_data calibrated
picture guides/questions with_data asked freesewing/sandy_cisFemaleAdult34.svg
picture guides/dress dressed -g dress -b eu-38
picture guides/dress-linen dressed -g dress -b eu-44 --fit slim -f linen
picture guides/dress-pattern pattern dress
picture guides/me-trousers own_body trousers -m height=172cm -m bust=92cm -m waist=74cm -m hip=99cm
picture guides/her with_data measured "$data/bodies/makehuman/mh_female.obj"
picture guides/her-t-shirt with_data own_body t-shirt "$data/bodies/makehuman/mh_female.obj"
picture guides/keiko-pattern with_data imported "$data/patterns/dxf/Keiko_skirt_f25_1.dxf"
picture guides/keiko with_data dressed -g "$data/patterns/dxf/Keiko_skirt_f25_1.dxf" -b eu-34
picture guides/two-bodies two_bodies

# Fit
picture fit-pressure example pressure.png fit --out .
picture fit-distance example distance.png fit --out .
picture fit-report by_hand 'the upper part of fit.html of `cargo run --release -p toile-lab --example fit`, in a browser'

# Patterns
picture patterns/blazer pattern blazer
picture patterns/circle-skirt pattern circle-skirt
picture patterns/dress pattern dress
picture patterns/godet-skirt pattern godet-skirt
picture patterns/pleated-skirt pattern pleated-skirt
picture patterns/poncho pattern poncho
picture patterns/pullover pattern pullover
picture patterns/shirt pattern shirt
picture patterns/shorts pattern shorts
picture patterns/straight-skirt pattern straight-skirt
picture patterns/t-shirt pattern t-shirt
picture patterns/tank-top pattern tank-top
picture patterns/trousers pattern trousers

# Bodies
picture bodies/mannequins mannequins eu-{34,36,38,40,42,44,46,48,50,52} eu-{44,48,52,56,58}-men us-8 us-16 child-{104,128,152}
picture bodies/measure measured --size eu-38
picture bodies/walk walking_body

# Fabrics
picture fabrics/air simulated docs/scenes/air.toml
picture fabrics/bending simulated docs/scenes/bending.toml
picture fabrics/damping simulated docs/scenes/damping.toml
picture fabrics/density simulated docs/scenes/density.toml
picture fabrics/friction simulated docs/scenes/friction.toml
picture fabrics/hysteresis simulated docs/scenes/hysteresis.toml
picture fabrics/shear simulated docs/scenes/shear.toml
picture fabrics/stretch simulated docs/scenes/stretch.toml
picture fabrics/thickness simulated docs/scenes/thickness.toml

# Scenes
picture curtain simulated scenes/curtain.toml
picture flag simulated scenes/flag.toml
picture hanging-sheet simulated scenes/hanging-sheet.toml
picture pinch simulated scenes/pinch.toml
picture turning-ball simulated scenes/turning-ball.toml
picture two-layers simulated scenes/two-layers.toml

# Benchmarks and experiments
picture bench/ball bench ball 48
picture bench/capstan bench capstan 8
picture bench/card bench card 8
picture bench/crumple bench crumple 48
picture bench/drop bench drop 48
picture bench/funnel bench funnel 40
picture bench/incline bench incline 16
picture bench/knot bench knot 5
picture bench/ribbon bench ribbon 6
picture bench/stack bench stack 24
picture bench/stickslip bench stickslip 8
picture bench/twist bench twist 32
picture scaling single_threaded example scaling.png scaling
picture friction/ball example ball.png friction
picture friction/drag example drag.png friction
picture cantilevers example cantilevers.png cantilevers
picture hysteresis validated hysteresis
picture drape-cusick validated drape

# The viewer
picture view/bust session
picture view/bust_making session
picture view/dressing session
picture view/dropped_choice session
picture view/dxf-tight by_hand 'the window with Keiko_skirt_f25_1.dxf, tension shown'
picture view/exported session
picture view/fabric session
picture view/help session
picture view/opened session
picture view/order session
picture view/pattern session
picture view/paused session
picture view/pinned session
picture view/print session
picture view/pulled session
picture view/questions by_hand 'the example view_asking of toile-lab'
picture view/tension session
picture view/walking session
picture view/shot-outfit shot shirt trousers --size 560x700
picture view/shot-tension shot t-shirt trousers --size 560x700 --mode tension
picture view/shot-knit shot t-shirt -f jersey --size 400x300 --look-at 0.175,1.33,0.07 --zoom 70
