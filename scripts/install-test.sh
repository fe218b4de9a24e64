#!/usr/bin/env bash
# make install from outside: a TREE with its build, which is removed once installed, and an empty PREFIX,
# both the caller's. The cluster is the test's own, so that any user may run it.
set -euo pipefail
tree=$1 PREFIX=$2 database=shop
export PREFIX CONFIGURATION=debug
unset REEVE_SHARE DATABASE_URL
. "$tree/scripts/cluster.sh"
cd /
trap cluster_stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
cluster_start
dsn="host=$PGHOST port=$PGPORT user=postgres"

check() { # NAME COMMAND…
  local name=$1
  shift
  if "$@"; then echo "ok - $name"; else echo "not ok - $name"; exit 1; fi
}
check 'a relative prefix is refused' eval '! make -s -C "$tree" install PREFIX=usr 2>/dev/null'
check 'it installs' make -s -C "$tree" install
mkdir -p "$PREFIX/share/reeve/sql/functions/audit"
echo gone >"$PREFIX/share/reeve/sql/functions/audit/gone.sql"
echo share/reeve/sql/functions/audit/gone.sql >>"$PREFIX/share/reeve/installed"
check 'it installs over itself' make -s -C "$tree" install
check 'what an older release left is gone' test ! -e "$PREFIX/share/reeve/sql/functions/audit/gone.sql"
check 'no tests are installed' test ! -e "$PREFIX/share/reeve/sql/tests"
check 'a package is made below DESTDIR' make -s -C "$tree" install DESTDIR="$PREFIX/package" PREFIX=/opt/reeve
check 'DESTDIR is not written into files' grep -q '^ExecStart=/opt/reeve/bin/reeve-worker ' \
  "$PREFIX/package/opt/reeve/lib/systemd/system/reeve-worker@.service"
check 'a package is removed' make -s -C "$tree" uninstall DESTDIR="$PREFIX/package" PREFIX=/opt/reeve
check 'nothing of it is left' test -z "$(find "$PREFIX/package" -type f)"
cp "$tree/Makefile" "$PREFIX/Makefile.test" && mkdir "$PREFIX/scripts" && cp "$tree/scripts/install.sh" "$PREFIX/scripts/"
rm -rf "$tree"

export PATH=$PREFIX/bin:$PATH MANPATH=$PREFIX/share/man HOME=$PREFIX
hash -r
psql -XqAt -v ON_ERROR_STOP=1 -c "CREATE DATABASE $database" "$dsn dbname=postgres"
export DATABASE_URL="$dsn dbname=$database"
check 'the schema is made' reeve upgrade --first-admin "${database}_admin"
check 'the sample is loaded' reeve sample load randevoo
DATABASE_URL="$DATABASE_URL user=${database}_admin"
check 'the console answers' test "$(reeve find store --limit 3 --output tsv | wc -l)" -eq 3
mkdir "$PREFIX/notices"
check 'the worker runs what is due' env DATABASE_URL="$dsn dbname=$database user=reeve_worker" reeve work --once --sink "$PREFIX/notices"
check 'the search index was made' test -n "$(reeve search bellafiore --output tsv)"

completes() { # SHELL EXPECTED COMMAND…; the script prints what the shell would offer
  local expected=$2 answer
  answer=$("$1" "${@:3}" 2>&1) || { echo "$answer"; return 1; }
  grep -qxF -- "$expected" <<<"$answer" || { echo "$answer"; return 1; }
}
bash_offers='. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
  compopt() { :; }; _reeve; printf "%s\n" "${COMPREPLY[@]}"'
script=$PREFIX/share/bash-completion/completions/reeve
check 'bash completes a verb' completes bash search -c "$bash_offers" bash "$script" reeve sea
check 'bash completes a flag' completes bash --policy -c "$bash_offers" bash "$script" reeve ban user : 7 --po
check 'bash completes a value' completes bash ndjson -c "$bash_offers" bash "$script" reeve jobs --output = nd
check 'bash completes an operators'\'' command' completes bash apply -c "$bash_offers" bash "$script" reeve catalog a
if command -v zsh >/dev/null; then
  # The real completion system, on a pseudo-terminal.
  cat >"$PREFIX/tab.zsh" <<'ZSH'
zmodload zsh/zpty
zpty shell "TERM=dumb PATH=$PATH zsh -f -i"
zpty -w shell "PS1= fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; print rea''dy"
zpty -r -m shell out '*ready*'
zpty -w -n shell "$2"$'\t'
zpty -r -m shell out "*$3*"
ZSH
  becomes() { timeout 300 zsh -f "$PREFIX/tab.zsh" "$PREFIX/share/zsh/site-functions" "$1" "$2"; }
  check 'zsh completes a verb' becomes 'reeve sea' 'reeve search '
  check 'zsh completes a flag' becomes 'reeve ban user:7 --po' 'policy '
  check 'zsh completes a value' becomes 'reeve jobs --output=nd' '--output=ndjson '
else
  echo 'not run: completion in zsh, which is not installed'
fi
if command -v fish >/dev/null; then
  offered() { fish --no-config -c "source '$PREFIX/share/fish/vendor_completions.d/reeve.fish'; complete -C '$1'" | cut -f 1; }
  check 'fish completes a verb' grep -qxF search <<<"$(offered 'reeve sea')"
  check 'fish completes a flag' grep -qxF -- --policy <<<"$(offered 'reeve ban user:7 --po')"
  check 'fish completes a value' grep -qxF -- --output=ndjson <<<"$(offered 'reeve jobs --output=nd')"
else
  echo 'not run: completion in fish, which is not installed'
fi
if command -v groff >/dev/null; then
  for page in man1/reeve.1 man8/reeve-worker.8; do
    check "$page has no faults" test -z "$(groff -k -Tutf8 -man -ww "$PREFIX/share/man/$page" 2>&1 >/dev/null)"
  done
  check 'the manual names every verb' eval '
    groff -k -Tutf8 -man "$PREFIX/share/man/man1/reeve.1" | grep -q "unban user:42"'
else
  echo 'not run: the manual pages, as there is no groff'
fi
if command -v systemd-analyze >/dev/null; then
  unit=$PREFIX/reeve-worker@shop.service
  cp "$PREFIX/lib/systemd/system/reeve-worker@.service" "$unit"
  check 'systemd accepts the unit' test -z "$(systemd-analyze verify "$unit" 2>&1)"
else
  echo 'not run: systemd-analyze verify, which is not installed'
fi
mv "$PREFIX/Makefile.test" "$PREFIX/Makefile"
check 'it is removed' make -s -C "$PREFIX" uninstall
check 'nothing is left of it' test -z "$(find "$PREFIX" -type f -name '*reeve*' -not -name 'reeve-worker@shop.service')"
