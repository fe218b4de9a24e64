#!/usr/bin/env bash
# Prints the directory of pglast, which has the parsers of SQL and PL/pgSQL of PostgreSQL itself; fetched
# once from PyPI to .build/pglast.
set -euo pipefail
cd "$(dirname "$0")/.."
home=$PWD/.build/pglast
if [ ! -d "$home" ]; then
  mkdir -p .build
  new=$(mktemp -d .build/pglast.XXXXXX)
  trap 'rm -rf "$new"' EXIT
  # Wheels for Python 3.11 to 3.14, on aarch64 and x86_64 each.
  cat >"$new/requirements" <<'PIP'
pglast==8.8 \
  --hash=sha256:74bb1d2d1e11c8868f6211dd72b281821c46a17e9be9c87e09088cf4353125e8 \
  --hash=sha256:a2debd30f7e96c137f06e68efc9c25af57328223fe51d3b9a33173d61797c924 \
  --hash=sha256:44ef539097ccd916cb156102c24ceec657e0bf2e701aed5e669e32b07ec7bb76 \
  --hash=sha256:88faab53456ff210cd833a89b6d7bc32e60a49c505cca9f2c5c9228937127a1d \
  --hash=sha256:fd372cf562fcee611382161ec46aa462a9c46eca68ea5f6f08a0330eaaf8d0aa \
  --hash=sha256:20e0c7ddc9d9d22ce278285adc65d574992cfb6a2c4209abea7a5c672965cbb7 \
  --hash=sha256:b58a229cfcf332145c7a1dbd0d6d2d332818a166801ecad54186812bf0feec6a \
  --hash=sha256:53af5bd79dc0b62ae7b9707c106e13f757e80bab1edea3d9ef321b5925cf5f00
PIP
  PIP_USER=0 python3 -m pip install --quiet --disable-pip-version-check --no-deps --no-compile \
    --only-binary :all: --require-hashes --target "$new/package" -r "$new/requirements" >&2
  mv "$new/package" "$home"
fi
echo "$home"
