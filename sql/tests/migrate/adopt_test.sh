#!/usr/bin/env bash
# `adopt --replace` drafts the live table of a live copy, by the collection's name; `catalog apply` of that
# draft, a rollback after it and the draft after that leave the record where it was.
# Connects by libpq's environment as a superuser, and works in a copy of REEVE_TEST_TEMPLATE.
set -uo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-.build/debug/reeve}
export PGOPTIONS='-c client_min_messages=warning'
run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
admin=${PGDATABASE:-postgres} db=reeve_adopt_copy work=$(mktemp -d)
owner=${db}_owner inst=${db}_inst reader=${db}_reader
finish() {
  run -d "$admin" -c "DROP DATABASE IF EXISTS $db WITH (FORCE)" -c "DROP ROLE IF EXISTS reeve_writer_ado, reeve_reader_ado, $owner, $inst, $reader"
  rm -rf "$work"
}
trap finish EXIT
finish
mkdir -p "$work"
run -d "$admin" -c "CREATE DATABASE $db TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" &&
  run -d "$db" <<SQL || { echo 'Bail out! the app cannot be made'; exit 1; }
CREATE ROLE $owner; CREATE ROLE $reader; CREATE ROLE $inst LOGIN CREATEROLE;
GRANT reeve_owner, reeve_access, $owner, $reader TO $inst WITH ADMIN OPTION;
GRANT CREATE ON DATABASE $db TO reeve_owner, $owner;
SET ROLE $owner;
CREATE SCHEMA ado;
CREATE SCHEMA ado2;
CREATE TABLE ado.users(id bigint PRIMARY KEY, name text NOT NULL, email text, banned_until timestamptz);
CREATE TABLE ado.posts(id int PRIMARY KEY, user_id bigint NOT NULL REFERENCES ado.users, title text NOT NULL, hidden_at timestamptz);
CREATE TABLE ado2.posts(id bigint PRIMARY KEY, user_id bigint NOT NULL REFERENCES ado.users, headline text NOT NULL, removed_at timestamptz);
INSERT INTO ado.users SELECT n, 'Person ' || n, 'p' || n || '@example.org' FROM generate_series(1, 20) n;
INSERT INTO ado.posts SELECT n, n % 20 + 1, 'Post ' || n FROM generate_series(1, 50) n;
RESET ROLE;
ANALYZE ado.users, ado.posts;
SQL
cat >"$work/posts.yaml" <<'YAML'
app: ado
copy: posts
source: {schema: ado, table: posts}
target: {schema: ado2, table: posts}
key: [id]
columns:
  id: {from: id}
  user_id: {from: user_id}
  headline: {from: title}
  removed_at: {from: hidden_at}
YAML
. sql/tests/checks.sh
transcript=$work/told
reeve() { # ARGUMENT…: the exit status
  local status=0
  timeout 120 "$reeve" "$@" --dsn "dbname=$db user=$inst" >"$work/told" 2>&1 </dev/null || status=$?
  echo "$status"
}
adopt() { reeve adopt --schema ado --app ado --write "$work/c.yaml" "$@"; }
part() { sed -n "/^  $1:/,/^\$/p" "$work/c.yaml" | grep -E '^    (schema|table|visible|label):' | sed 's/^ *//' | paste -sd ' '; }
known() { run -d "$db" -c "SELECT string_agg(l.collection_id || ' ' || l.name || ' ' || l.relation::regclass, ', ' ORDER BY l.collection_id)
  FROM reeve.collection l WHERE l.app = 'ado' AND l.is_live"; }

is 'a first draft is applied' "$(adopt)$(reeve catalog apply "$work/c.yaml")" 00
was=$(known) drafted=$(part post)
is 'with what hides posts' "$drafted" 'table: posts label: t.title visible: hidden_at'
is 'the copy follows' "$(reeve migrate start "$work/posts.yaml")$(reeve migrate verify "$work/posts.yaml")" 00
is 'before the cutover another draft is the same' "$(adopt --replace) $(part post)" "0 $drafted"
run -d "$db" -o /dev/null -c "UPDATE ado.posts SET hidden_at = now() WHERE id = 7"
is 'the cutover succeeds' "$(reeve migrate cutover "$work/posts.yaml")" 0
is 'the catalog of before is refused' "$(reeve catalog apply "$work/c.yaml") $(grep -c 'is a view' "$work/told")" '1 1'
is 'after it a draft has the live table by the name of before' "$(adopt --replace) $(part post)" '0 schema: ado2 table: posts label: t.headline visible: removed_at'
is 'and nothing of the old one' "$(grep -c 'before_1' <(sed '/^# Left out/,$d' "$work/c.yaml")) $(grep -c 'posts_before_1.: it follows ado2.posts, which is live' "$work/c.yaml")" '0 1'
is 'the people stay' "$(part user)" 'table: users label: t.name visible: banned_until'
is 'it is applied' "$(reeve catalog apply "$work/c.yaml")" 0
is 'as a change of the collections that there were' "$(known)" "${was/ado.posts/ado2.posts}"
is 'a draft of that is the same' "$(cp "$work/c.yaml" "$work/kept"; adopt --replace) $(diff "$work/kept" "$work/c.yaml")" '0 '
run -d "$db" -c "SET ROLE $owner" -c "GRANT USAGE ON SCHEMA ado TO $reader" -c "GRANT SELECT ON ado.posts TO $reader" -c 'CREATE FUNCTION ado.stop() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION $s$no more$s$; END$$' \
  -c "CREATE TRIGGER stop BEFORE DELETE ON ado.posts_before_1 FOR EACH ROW WHEN (current_user <> 'reeve_writer_ado') EXECUTE FUNCTION ado.stop()"
is 'a rehearsal of the rollback names who loses a right' "$(reeve migrate rollback "$work/posts.yaml" --rehearse) \
$(grep -c "$reader: SELECT on ado.posts: the role has no right to it (42501)" "$work/told")" '1 1'
is 'and what the old table refuses' "$(grep -c "$owner: DELETE on ado.posts: no more (P0001)" "$work/told")" 1
run -d "$db" -c "SET ROLE $owner" -c "REVOKE SELECT ON ado.posts FROM $reader" -c 'DROP TRIGGER stop ON ado.posts_before_1'
is 'a rehearsal of the rollback changes nothing' "$(reeve migrate rollback "$work/posts.yaml" --rehearse) $(grep -c 'nothing was changed' "$work/told") \
$(run -d "$db" -c 'SELECT phase FROM reeve.live_copy')" '0 1 live'
is 'the rollback succeeds and names the collection' "$(reeve migrate rollback "$work/posts.yaml") $(grep -c 'the catalog knows ado/post by the other table; name ado.posts in it' "$work/told")" '0 1'
is 'a draft then has the old table' "$(adopt --replace) $(part post)" "0 $drafted"
is 'which is applied' "$(reeve catalog apply "$work/c.yaml") $(known)" "0 $was"
is 'and back again' "$(reeve migrate verify "$work/posts.yaml")$(reeve migrate cutover "$work/posts.yaml")$(adopt --replace)$(reeve catalog apply "$work/c.yaml")" 0000
is 'the copy ends' "$(reeve migrate finish "$work/posts.yaml")" 0
is 'a draft after the end has the live table' "$(adopt --replace) $(part post)" '0 schema: ado2 table: posts label: t.headline visible: removed_at'
is 'and says that the old one can go' "$(grep -c 'posts_before_1.: ado2.posts has taken its place' "$work/c.yaml")" 1

checked
