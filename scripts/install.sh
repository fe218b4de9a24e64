#!/usr/bin/env bash
# `make install` and `make uninstall`: PREFIX, where things are found at run time; DESTDIR, put before it
# while a package is made; CONFIGURATION, release or debug. Builds only what is missing or out of date,
# so that what one user built another may install.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${PREFIX:?}" "${CONFIGURATION:=release}"
case $PREFIX in
  /*) ;;
  *) echo "PREFIX must begin with /, not $PREFIX" >&2; exit 2 ;;
esac
PREFIX=${PREFIX%/}
root=${DESTDIR:-}$PREFIX
# What is installed, a path below the prefix a line; written last, so that uninstall knows.
list=$root/share/reeve/installed

remove() {
  local path
  while IFS= read -r path; do
    rm -f "$root/$path"
    # Folders go once they are empty, but for the prefix itself.
    path=$(dirname "$path")
    while [ "$path" != . ] && rmdir "$root/$path" 2>/dev/null; do path=$(dirname "$path"); done
  done
}

if [ "${1:-install}" = uninstall ]; then
  [ -f "$list" ] || { echo "nothing is installed in $root" >&2; exit 1; }
  mapfile -t paths < <(cat "$list" && echo share/reeve/installed)
  printf '%s\n' "${paths[@]}" | remove
  exit
fi

built=.build/$CONFIGURATION
for program in reeve reeve-worker; do
  if [ ! -x "$built/$program" ] ||
    [ -n "$(find Package.swift Sources -newer "$built/$program" -print -quit 2>/dev/null)" ]; then
    make build
    break
  fi
done

new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
put() { install -D -m "$1" "$2" "$new/$3"; } # MODE FILE PATH
for program in reeve reeve-worker; do
  put 755 "$built/$program" "bin/$program"
  ! command -v strip >/dev/null || strip "$new/bin/$program"
done
# Not what only developers need: the tests and the dump that they compare.
mkdir -p "$new/share/reeve"
find sql jobs -type f -not -path 'sql/tests/*' -not -path sql/schema.sql |
  tar -cf - -T - | tar -C "$new/share/reeve" -xf - --no-same-owner
chmod -R u=rwX,go=rX "$new/share/reeve"
put 644 share/completions/reeve.bash share/bash-completion/completions/reeve
put 644 share/completions/_reeve share/zsh/site-functions/_reeve
put 644 share/completions/reeve.fish share/fish/vendor_completions.d/reeve.fish
for shell in bash:bash-completion/completions/reeve-worker zsh:zsh/site-functions/_reeve-worker \
  fish:fish/vendor_completions.d/reeve-worker.fish; do
  "$built/reeve-worker" --generate-completion-script "${shell%%:*}" >"$new/script"
  put 644 "$new/script" "share/${shell#*:}"
done
"$built/reeve" --manual >"$new/script"
put 644 "$new/script" share/man/man1/reeve.1
"$built/reeve-worker" --experimental-dump-help | "$built/reeve" --manual - >"$new/script"
put 644 "$new/script" share/man/man8/reeve-worker.8
sed "s|@PREFIX@|$PREFIX|" share/systemd/reeve-worker@.service >"$new/script"
put 644 "$new/script" lib/systemd/system/reeve-worker@.service
for file in share/monitoring/*; do put 644 "$file" "share/reeve/${file#share/}"; done
for file in README.md CHANGELOG.md LICENSE sql/README.md $(find docs -type f); do put 644 "$file" "share/doc/reeve/$file"; done
rm "$new/script"

(cd "$new" && find . -type f -printf '%P\n' | sort) >"$new.list"
mkdir -p "$root/share/reeve"
# A function gone from the tree must not be replayed: what an older release left goes.
if [ -f "$list" ]; then comm -23 <(sort "$list") "$new.list" | remove; fi
# Not over the old files: a program that runs keeps its own.
tar -C "$new" -cf - -T "$new.list" | tar -C "$root" -xpf - --no-same-owner --unlink-first
install -m 644 "$new.list" "$list"
rm -f "$new.list"
echo "installed in $root: reeve ($(stat -c %s "$root/bin/reeve") bytes), reeve-worker ($(stat -c %s "$root/bin/reeve-worker") bytes)"
