#!/usr/bin/env bash
# Packs the parts of three.js that pages of runs use into internal/app/animation/three, and copies the validator of glTF
# to the tests of tools/browser. Needs node and npm, and a network for the versions of package-lock.json: run it after a
# change of entry.js or package.json, and commit the outcome.
set -euo pipefail
cd "$(dirname "$0")"
to=../../internal/app/animation/three
npm ci --ignore-scripts --no-audit --no-fund
version=$(node -p 'require("./node_modules/three/package.json").version')
npx esbuild entry.js --bundle --minify --format=iife --global-name=THREE --target=es2020 --legal-comments=none \
  --banner:js="/*! three.js $version, MIT licence: see LICENSE */" --outfile=$to/three.min.js
cp node_modules/three/LICENSE $to/LICENSE
cp node_modules/gltf-validator/gltf_validator.dart.js node_modules/gltf-validator/LICENSE ../browser/validator
