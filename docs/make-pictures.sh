#!/usr/bin/env bash
# Makes the pictures of the guide's pages on fabrics again, from the scenes in docs/scenes. The strips need accurate solutions:
# allow ten minutes. Names of scenes as arguments make only these: docs/make-pictures.sh bending air
set -euo pipefail
cd "$(dirname "$0")"

cargo build --release
toile=../target/release/toile
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

if [ $# -eq 0 ]; then
  set -- $(basename -s .toml scenes/*.toml)
fi
for scene in "$@"; do
  "$toile" simulate "scenes/$scene.toml" -o "$results/$scene"
  cp "$results/$scene/look.png" "src/images/fabrics/$scene.png"
done
