#!/usr/bin/env bash
# Texts of chats are unreadable in a dump, a base backup, WAL and the server's log without the key, which is in
# none of them; with it, everything that is done with messages works. On a server of its own, which logs all.
set -euo pipefail
here=$(cd "$(dirname "$0")/../../.." && pwd)
reeve=${REEVE:-$here/.build/debug/reeve}
. "$here/scripts/cluster.sh"
work=$(mktemp -d /tmp/reeve-texts.XXXXXX)
export REEVE_HOME=$work/home REEVE_SHARE=${REEVE_SHARE:-$here}
unset REEVE_TEXT_KEYS DATABASE_URL
chmod 755 "$work"
finish() {
  local status=$?
  trap - EXIT
  [ "$status" -eq 0 ] || { cat "$work/said" "$work/log" >&2 2>/dev/null; tail -n 20 "$work/worker" >&2; }
  cluster_stop
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
settings=("full_page_writes = on" "log_statement = all" "log_min_duration_statement = 0" "log_connections = on"
  "log_error_verbosity = verbose" "wal_keep_size = '1GB'" "max_wal_senders = 4" "max_connections = 60" "shared_buffers = 64MB")
if [ -e "$("$PG_BIN/pg_config" --pkglibdir)/pg_stat_statements.so" ]; then
  settings+=("shared_preload_libraries = 'pg_stat_statements'")
fi
cluster_start "${settings[@]}"
db=texts
dsn() { echo "host=$PGHOST port=$PGPORT user=$1 dbname=$db"; }
ask() { psql -XqAt -v ON_ERROR_STOP=1 -d "$(dsn postgres)" -c "$1"; }
. "$(dirname "${BASH_SOURCE[0]}")/../checks.sh"
has() { # WHAT FILE TEXT
  grep -qF -- "$3" "$2" && printf 'ok  %s\n' "$1" || { printf 'not ok  %s: no “%s”\n' "$1" "$3"; cat "$2"; exit 1; }
}
lacks() { # WHAT FILE TEXT
  ! grep -qF -- "$3" "$2" && printf 'ok  %s\n' "$1" || { printf 'not ok  %s: “%s”\n' "$1" "$3"; cat "$2"; exit 1; }
}
chat() { python3 "$here/sql/tests/randevoo/chat.py" "$(dsn "$1_web")" "$@" 2>&1; } # APP FILE VERB …
console() { # LOGIN COMMAND…
  local status=0
  "$reeve" --yes --app randevoo --dsn "$(dsn "$1")" -c "${*:2}" >"$work/said" 2>&1 || status=$?
  echo "$status"
}
run_job() { # KEYS APP: has the job of the app run now
  ask "UPDATE reeve.cron SET next_at = CASE WHEN app = '$2' AND name = 'encrypt' THEN now() ELSE 'infinity' END" >/dev/null
  REEVE_TEXT_KEYS=$1 "$reeve" work --once --sink "$work/sink" --dsn "$(dsn reeve_worker)" >>"$work/worker" 2>&1
}

createdb "$db"
createuser anna && createuser ben && createuser mia
"$reeve" upgrade --dsn "$(dsn postgres)" --first-admin anna --first-admin ben >"$work/log" 2>&1
for app in randevoo sotravel; do
  "$reeve" sample load "$app" --schema-only --dsn "$(dsn postgres)" >>"$work/log" 2>&1
  ask "CREATE ROLE ${app}_web LOGIN; GRANT reeve_app, ${app}_app TO ${app}_web" >/dev/null
done
ask "CREATE EXTENSION IF NOT EXISTS pg_stat_statements" >/dev/null 2>&1 || true
ask "GRANT reeve_moderator TO mia; INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('mia', 'moderator', 'test')" >/dev/null
mkdir "$work/sink"
one=$(openssl rand -hex 32) two=$(openssl rand -hex 32) wrong=$(openssl rand -hex 32) travel=$(openssl rand -hex 32)
umask 077
printf 'randevoo %s\n' "$one" >"$work/one"
printf '# The new one first.\nrandevoo %s\nrandevoo %s\n' "$two" "$one" >"$work/both"
printf 'randevoo %s\n' "$two" >"$work/two"
printf 'randevoo %s\n' "$wrong" >"$work/wrong"
printf 'sotravel %s\n' "$travel" >"$work/travel"
id_of() { python3 "$here/docs/texts.py" "$1" id "$2"; }
doctor() { "$reeve" doctor --dsn "$(dsn postgres)" 2>&1 | grep -E '^(red|yellow) +texts ' || true; }

ask "SET ROLE randevoo_owner;
  INSERT INTO randevoo.users(first_name, provider) VALUES ('Ann', 'google'), ('Olga', 'google'), ('Cleo', 'google');
  INSERT INTO randevoo.stores(owner_id, name, city, time_zone) VALUES (2, 'Atelier', 'Roma', 'Europe/Rome');
  INSERT INTO randevoo.groups(customer_id, store_id) VALUES (1, 1), (3, 1);
  RESET ROLE; SET ROLE sotravel_owner;
  INSERT INTO sotravel.users(name) VALUES ('Ann'), ('Bob');
  INSERT INTO sotravel.chats(kind, low_id, high_id) VALUES ('pair', 1, 2);
  INSERT INTO sotravel.chat_members VALUES (1, 1), (1, 2)" >/dev/null

# The control: without a key, all of it is readable.
chat sotravel - send 1 1 'control-heron-51' >/dev/null
is 'without a key texts are stored in the clear' "$(chat sotravel - list 2 1)" control-heron-51
is 'whoever reads a dump reads them' "$("$PG_BIN/pg_dump" -d "$(dsn postgres)" | grep -c control-heron-51)" 1
is 'doctor says so' "$(doctor | grep -c '^yellow.*are stored in the clear')" 2

# With one.
ask "SET ROLE randevoo_owner; INSERT INTO randevoo.message_keys(key_id) VALUES ('$(id_of "$work/one" randevoo)')"
is 'a message is sent' "$(chat randevoo "$work/one" send 1 1 'secret-plover-61 — è blu? 🎒')" 1
chat randevoo "$work/one" send 2 1 'secret-plover-62' >/dev/null
chat randevoo "$work/one" send 3 2 'secret-plover-63' >/dev/null
is 'and read' "$(chat randevoo "$work/one" list 2 1)" $'secret-plover-62\nsecret-plover-61 — è blu? 🎒'
is 'in the list of chats too' "$(chat randevoo "$work/one" chats 1)" secret-plover-62
is 'a text as it is written is refused' "$(chat randevoo - send 1 1 'plain-refused-60')" 'refused RN015'
is 'by a key that the app does not know, too' "$(chat randevoo "$work/wrong" send 1 1 'x')" 'refused RN015'
is 'who has the login alone reads nothing' "$(chat randevoo - list 1 1 | grep -c '^enc1[.]')" 2
is 'who has another key, neither' "$(chat randevoo "$work/wrong" list 1 1 | grep -c '^refused')" 1
long=$(printf '🎒%.0s' {1..4000})
is 'the longest text fits' "$(chat randevoo "$work/one" send 3 2 "$long" | grep -c '^[0-9]*$')" 1
is 'and comes back' "$(chat randevoo "$work/one" chats 3 | cksum)" "$(echo "$long" | cksum)"

# A report, and what admins do.
psql -XqAt -d "$(dsn randevoo_web)" -c "SELECT reeve.report_file('randevoo', 'message', '1', 'rude', NULL, 'user:2')" >/dev/null
is 'a reported chat is read by who has the key' "$(REEVE_TEXT_KEYS=$work/one console mia 'chat message:1')" 0
has 'the message' "$work/said" 'secret-plover-61 — è blu? 🎒'
has 'and the answer' "$work/said" secret-plover-62
is 'for programs, too' "$(REEVE_TEXT_KEYS=$work/one console mia 'chat group:1 --why x --output ndjson')" 0
has 'as what it says' "$work/said" '"words":"secret-plover-62"'
is 'a field' "$(REEVE_TEXT_KEYS=$work/one console mia 'reveal message:2 body --why x')" 0
has 'says it' "$work/said" secret-plover-62
is 'without the key one may ask' "$(console mia 'chat message:1')" 0
lacks 'and reads nothing' "$work/said" secret-plover
has 'which is said, with the key that it takes' "$work/said" "has no key $(id_of "$work/one" randevoo)"
is 'without the right the key is of no use' "$(createuser vic; ask "GRANT reeve_viewer TO vic; INSERT INTO reeve.member(role_name, rank, added_by)
  VALUES ('vic', 'viewer', 'test')"; REEVE_TEXT_KEYS=$work/one console vic 'chat message:1 --why x')" 4
chmod 644 "$work/one"
is 'a file that others can read is not used' "$(REEVE_TEXT_KEYS=$work/one console mia 'chat message:1')" 1
chmod 600 "$work/one"
is 'nothing is found by a text' "$(REEVE_TEXT_KEYS=$work/one console mia 'find message --where body=whatever --why x')" 2
has 'since it is encrypted' "$work/said" 'is encrypted'
is 'a message is removed' "$(console mia 'hide message:1 --policy abuse --why rude')" 0
is 'and is out of the app' "$(chat randevoo "$work/one" list 2 1)" secret-plover-62
is 'its evidence is read with the key' "$(REEVE_TEXT_KEYS=$work/one console mia 'evidence R1 --reveal --why x')" 0
has 'what was reported' "$work/said" secret-plover-61
is 'and undone' "$(console mia "undo $(ask "SELECT 'A' || max(action_id) FROM reeve.action")")" 0
is 'it is back' "$(chat randevoo "$work/one" list 2 1 | wc -l)" 2

# Texts that somebody moves, cuts or relabels.
twist() { # WHAT MESSAGE EXPRESSION: changes the stored text, looks, and changes it back
  local kept
  kept=$(ask "SELECT body FROM randevoo.messages WHERE id = $2")
  ask "SET ROLE randevoo_owner; UPDATE randevoo.messages SET body = $3 WHERE id = $2" >/dev/null
  REEVE_TEXT_KEYS=$work/one console mia "chat message:$2 --why x" >/dev/null
  has "$1" "$work/said" "$4"
  ask "SET ROLE randevoo_owner; UPDATE randevoo.messages SET body = '$kept' WHERE id = $2" >/dev/null
}
forged='texts that are not what was encrypted for their place: 1'
twist 'a text of another chat is told from its own' 1 '(SELECT body FROM randevoo.messages WHERE id = 3)' "$forged"
twist 'so is one of the same chat by somebody else' 1 '(SELECT body FROM randevoo.messages WHERE id = 2)' "$forged"
twist 'one that is cut' 1 'left(body, -4)' "$forged"
twist 'one that was changed' 1 "translate(body, 'ABCDEFGH', 'BCDEFGHA')" "$forged"
ask "SET ROLE randevoo_owner; INSERT INTO randevoo.message_keys(key_id) VALUES ('0123456789abcdef')" >/dev/null
twist 'one with another key on it' 1 "'enc1.0123456789abcdef.' || split_part(body, '.', 3)" 'has no key 0123456789abcdef'
ask "SET ROLE randevoo_owner; DELETE FROM randevoo.message_keys WHERE key_id = '0123456789abcdef'" >/dev/null
is 'a text that says that it is of an import is refused' "$(psql -XqAt -d "$(dsn randevoo_web)" -v VERBOSITY=sqlstate -c \
  "SELECT randevoo.message_send(1, 1, replace('$(ask 'SELECT body FROM randevoo.messages WHERE id = 1')', 'enc1', 'enc0'), now())" 2>&1)" 'ERROR:  RN015'

# An import.
mkdir "$work/docs"
cat >"$work/docs/export.json" <<'JSON'
{"__collections__": {"messengers": {
  "g1": {"members": ["ann", "shop"], "isEmpty": false, "createdAt": "2026-01-02T00:00:00.000Z",
    "recent": {"content": "secret-egret-72", "createdAt": "2026-01-02T00:01:00.000Z"}, "__collections__": {}},
  "g9": {"members": ["gone", "shop"], "isEmpty": false, "createdAt": "2026-01-02T00:00:00.000Z",
    "recent": {"content": "secret-egret-73", "createdAt": "2026-01-02T00:01:00.000Z"}, "__collections__": {}}},
"messages": {
  "g1": {"__collections__": {"contents": {
    "m1": {"senderId": "ann", "content": "secret-egret-71", "createdAt": "2026-01-02T00:00:00.000Z", "__collections__": {}},
    "m2": {"senderId": "shop", "content": "secret-egret-72", "createdAt": "2026-01-02T00:01:00.000Z", "__collections__": {}}}}},
  "g9": {"__collections__": {"contents": {
    "m3": {"senderId": "gone", "content": "secret-egret-74", "createdAt": "2026-01-02T00:01:00.000Z", "__collections__": {}}}}}}
}}
JSON
ask "SET ROLE randevoo_owner; INSERT INTO randevoo.users(first_name, provider, legacy_id) VALUES ('Ann', 'google', 'ann');
  UPDATE randevoo.users SET legacy_id = 'olga' WHERE id = 2; UPDATE randevoo.stores SET legacy_id = 'shop' WHERE owner_id = 2" >/dev/null
sed 's/^format: firestore$/format: firestore-json/' "$here/sql/apps/randevoo/sources/firestore.yaml" >"$work/firestore.yaml"
import() { # tells its exit status
  local status=0
  "$reeve" import run "$work/docs/export.json" --mapping "$work/firestore.yaml" --dsn "$(dsn postgres)" >"$work/said" 2>&1 || status=$?
  echo "$status"
}
is 'without the key chats are not imported' "$(import)" 4
has 'which is said' "$work/said" 'REEVE_TEXT_KEYS=FILE'
is 'nor with one that the app does not know' "$(REEVE_TEXT_KEYS=$work/wrong import)" 4
is 'with it they are, but for what has nobody' "$(REEVE_TEXT_KEYS=$work/one import)" 1
is 'encrypted, and not yet bound' "$(ask "SELECT count(*) FROM randevoo.messages WHERE body LIKE 'enc0.%'")" 2
imported=$(ask "SELECT group_id FROM randevoo.messages WHERE is_legacy LIMIT 1")
ann=$(ask "SELECT id FROM randevoo.users WHERE legacy_id = 'ann'")
is 'they are read' "$(chat randevoo "$work/one" list "$ann" "$imported")" $'secret-egret-72\nsecret-egret-71'
run_job "$work/one" randevoo
is 'a job binds them' "$(ask "SELECT count(*) FROM randevoo.messages WHERE body LIKE 'enc0.%'")" 0
is 'and they are read' "$(chat randevoo "$work/one" list "$ann" "$imported")" $'secret-egret-72\nsecret-egret-71'
REEVE_TEXT_KEYS=$work/one "$reeve" import verify "$work/docs/export.json" --mapping "$work/firestore.yaml" \
  --dsn "$(dsn postgres)" >"$work/said" 2>&1 || true
is 'a verification compares the rest' "$(grep -c 'compared 2  in quarantine [01]  missing or different 0' "$work/said")" 2
is 'nothing is wrong with what was imported' "$(ask 'SELECT count(*) FROM randevoo.chat_faults()')" 0

# Another key; the job is killed again and again.
for message in $(seq 1 40); do echo "SELECT randevoo.message_send(1, 1, '$(printf 'secret-crane-%s' "$message" |
  python3 "$here/docs/texts.py" "$work/one" seal randevoo/message/body/1/1)', now());"; done | psql -Xq -d "$(dsn randevoo_web)" >/dev/null
ask "SET ROLE randevoo_owner; INSERT INTO randevoo.messages(group_id, author_id, body, place)
  SELECT 1, 1, body, 1000 + g FROM randevoo.messages, generate_series(1, 1500) g WHERE id = 1" >/dev/null
ask "SET ROLE randevoo_owner; INSERT INTO randevoo.message_keys(key_id) VALUES ('$(id_of "$work/two" randevoo)')"
is 'both keys are good for sending meanwhile' "$(chat randevoo "$work/one" send 1 1 a | grep -c '^[0-9]')$(chat randevoo "$work/both" send 1 1 b | grep -c '^[0-9]')" 11
new() { ask "SELECT count(*) FROM randevoo.messages WHERE body LIKE 'enc1.$(id_of "$work/two" randevoo).%'"; }
ask "UPDATE reeve.cron SET next_at = CASE WHEN app = 'randevoo' AND name = 'encrypt' THEN now() ELSE 'infinity' END" >/dev/null
kills=0
for after in 200 700; do
  REEVE_TEXT_KEYS=$work/both "${reeve%/*}/reeve-worker" --sink "$work/sink" --dsn "$(dsn reeve_worker)" >>"$work/worker" 2>&1 & worker=$!
  until [ "$(new)" -gt "$after" ] || ! kill -0 $worker 2>/dev/null; do :; done
  kill -9 $worker 2>/dev/null && kills=$((kills + 1))
  wait $worker 2>/dev/null || true
done
is 'its workers were killed' "$kills" 2
has_part=$(new)
is 'in the middle of it' "$([ "$has_part" -gt 700 ] && [ "$has_part" -lt 1500 ] && echo yes)" yes
REEVE_TEXT_KEYS=$work/both "${reeve%/*}/reeve-worker" --sink "$work/sink" --dsn "$(dsn reeve_worker)" >>"$work/worker" 2>&1 & worker=$!
total=$(ask 'SELECT count(*) FROM randevoo.messages')
until [ "$(new)" = "$total" ] && [ "$(ask 'SELECT count(*) FROM reeve.evidence_text')" -ge 2 ]; do kill -0 $worker; done
until [ "$(ask "SELECT count(*) FROM reeve.job_end e JOIN reeve.job j USING (job_id, day) JOIN reeve.job_kind k USING (kind_id)
  WHERE k.name = 'collection.encrypt' AND e.outcome = 'completed'")" -ge 2 ]; do kill -0 $worker; done
kill $worker
wait $worker || true
is 'all texts are encrypted by the new one' "$(new)" "$total"
ask "SET ROLE randevoo_owner; DELETE FROM randevoo.message_keys WHERE key_id = '$(id_of "$work/one" randevoo)'" >/dev/null
is 'the old one is good for nothing any more' "$(chat randevoo "$work/one" send 1 1 c)" 'refused RN015'
is 'all is read without it' "$(chat randevoo "$work/two" list 2 1 500 | LC_ALL=C sort -u | paste -sd , -)" \
  'a,b,secret-plover-61 — è blu? 🎒'
is 'none has changed' "$(python3 "$here/sql/tests/randevoo/chat.py" "$(dsn randevoo_web)" randevoo "$work/two" list "$ann" "$imported")" \
  $'secret-egret-72\nsecret-egret-71'
is 'evidence, too' "$(REEVE_TEXT_KEYS=$work/two console mia 'evidence R1 --reveal --why x')" 0
has 'is read without it' "$work/said" secret-plover-61
lacks 'and is not said to have changed' "$work/said" 'changed since'
lacks 'its digest holds' "$work/said" ALTERED
doctor >"$work/said"
lacks 'doctor has nothing to say of them' "$work/said" randevoo
swapped=$(ask "UPDATE reeve.evidence_text t SET value = (SELECT o.value FROM reeve.evidence_text o WHERE o.bytes_id <> t.bytes_id LIMIT 1)
  WHERE bytes_id = (SELECT min(bytes_id) FROM reeve.evidence_text) RETURNING bytes_id")
REEVE_TEXT_KEYS=$work/two console mia 'evidence R1 --reveal --why x' >/dev/null
has 'evidence that somebody exchanged is told' "$work/said" "$forged"

# Texts from before there was a key.
ask "SET ROLE sotravel_owner; INSERT INTO sotravel.message_keys(key_id) VALUES ('$(id_of "$work/travel" sotravel)')"
is 'doctor counts what is left from before' "$(doctor | grep -c '^red.*1 texts in body of sotravel/message are not encrypted')" 1
run_job "$work/travel" sotravel
is 'a job encrypts it' "$(chat sotravel "$work/travel" list 2 1)" control-heron-51
is 'and the table has it no more' "$(ask "SELECT count(*) FROM sotravel.messages WHERE body !~ '^enc1'")" 0
chat sotravel "$work/travel" send 1 1 'secret-stork-81' >/dev/null
is 'a message of Sotravel' "$(chat sotravel "$work/travel" chats 2)" secret-stork-81
is 'is refused as it is written' "$(chat sotravel - send 1 1 'plain-refused-80')" 'refused ST008'
run_job "$work/two" sotravel
is 'a worker without the key says so' "$(ask "SELECT count(*) > 0 FROM reeve.job_end WHERE error LIKE '%has no key of sotravel%'")" t

# An erasure.
is 'an erasure is asked for' "$(console anna 'erase user:3 --why asked')" 4
is 'and allowed' "$(console ben "approve $(ask "SELECT 'P' || max(approval_id) FROM reeve.approval") --why ok")" 0
ask "UPDATE reeve.cron SET next_at = 'infinity'" >/dev/null
"$reeve" work --once --sink "$work/sink" --dsn "$(dsn reeve_worker)" >>"$work/worker" 2>&1
is 'no text of theirs is left' "$(ask 'SELECT string_agg(DISTINCT body, $$ $$) FROM randevoo.messages WHERE author_id = 3')" …

# Everything that the server keeps.
ask 'CHECKPOINT' >/dev/null
ask 'SELECT pg_switch_wal()' >/dev/null
"$PG_BIN/pg_dump" -d "$(dsn postgres)" >"$work/dump"
"$PG_BIN/pg_basebackup" -d "$(dsn postgres)" -D "$work/backup" -c fast 2>/dev/null || as_server "$PG_BIN/pg_basebackup" -h "$PGHOST" -p "$PGPORT" -U postgres -D "$cluster/backup" -c fast
[ -d "$work/backup" ] || mv "$cluster/backup" "$work/backup"
cp -r "$cluster/data/pg_wal" "$work/wal"
cp "$cluster/log" "$work/server"
ask 'TABLE pg_stat_statements' >"$work/statements" 2>/dev/null || true
# Which of these are in the files of a place: texts and keys, these in hexadecimal or as they are.
found() { # PLACE
  python3 - "$work/$1" "$one" "$two" "$travel" <<'PY'
import pathlib, sys
place, keys = pathlib.Path(sys.argv[1]), sys.argv[2:]
texts = ["control-heron-51", "secret-plover-6", "secret-egret-7", "secret-crane-", "secret-stork-8"]
wanted = {text: [text.encode()] for text in texts}
wanted |= {f"key {at}": [key.encode(), key.upper().encode(), bytes.fromhex(key)] for at, key in enumerate(keys)}
files = [place] if place.is_file() else [file for file in place.rglob("*") if file.is_file()]
data = [file.read_bytes() for file in files]
print(*(name for name, forms in wanted.items() if any(form in bytes for bytes in data for form in forms)))
PY
}
for place in dump backup wal server; do
  is "only what was written before there was a key is in the $place" "$(found $place)" \
    "$([ $place = dump ] || echo control-heron-51)"
done
for place in statements sink worker; do
  [ ! -e "$work/$place" ] || is "nothing is in the $place" "$(found $place)" ''
done
checked
