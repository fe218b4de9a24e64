#!/usr/bin/env bash
# 64 sessions vote, follow, comment and fill buckets at once, while people are banned, their votes
# voided and half of that undone. Then, and once all is undone, every count equals its rows, every
# stored counter too, and each score what a rank that is built anew says.
# Connects by libpq's environment as a superuser, and works in a copy of REEVE_TEST_TEMPLATE.
set -euo pipefail
cd "$(dirname "$0")/../../.."
pgbench=$(find /usr/lib/postgresql -path '*/bin/pgbench' 2>/dev/null | sort -V | tail -n 1)
reeve=${REEVE:-.build/debug/reeve}
run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
admin=${PGDATABASE:-postgres} name=reeve_writers
work=$(mktemp -d)
finish() {
  run -d "$admin" -c "DROP DATABASE IF EXISTS $name WITH (FORCE)" -c 'DROP ROLE IF EXISTS writers_admin'
  rm -rf "$work"
}
trap finish EXIT

run -c "CREATE DATABASE $name TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" -c 'CREATE ROLE writers_admin LOGIN' \
  -c 'GRANT reeve_senior TO writers_admin'
export PGDATABASE=$name
"$reeve" sample load buckit --dsn "host=$PGHOST port=$PGPORT user=${PGUSER:-postgres} dbname=$name" 2>"$work/load" ||
  { cat "$work/load"; exit 1; }
run <<'SQL'
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('writers_admin', 'senior', 'test');
UPDATE reeve.cron SET next_at = 'infinity';
-- What the app refuses is no failure; anything else is.
CREATE FUNCTION buckit.try(statement text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE statement;
EXCEPTION WHEN OTHERS THEN
  IF SQLSTATE NOT LIKE 'BK%' THEN
    RAISE;
  END IF;
END
$$;
GRANT EXECUTE ON FUNCTION buckit.try(text) TO buckit_app;
SET ROLE reeve_owner;
CREATE FUNCTION reeve.writers_faults() RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  c record;
BEGIN
  WHILE reeve.rank_drain(10000) > 0 LOOP END LOOP;
  PERFORM FROM reeve.rank_rule r WHERE reeve.rank_advance(r.rank_id, 100000) > 0;
  FOR c IN SELECT * FROM reeve.collection l WHERE l.app = 'buckit' LOOP
    RETURN QUERY
      SELECT format('%s %s stores %s of %s, there are %s', c.name, n.key, n.stored, n.name, n.counted)
      FROM reeve.app_counts(c.collection_id, NULL,
        ARRAY(SELECT reeve.app_keys(c.collection_id, NULL, 1000))) n
      WHERE n.stored <> n.counted;
  END LOOP;
  RETURN QUERY
    SELECT format('activity %s has a score of %s, it should be %s', key, s.score, a.score)
    FROM reeve.rank_rule r
    CROSS JOIN LATERAL reeve.app_rank(r, NULL) a
    FULL JOIN (SELECT * FROM reeve.rank_score) s USING (key)
    WHERE abs(coalesce(s.score, 0) - coalesce(a.score, 0)) > 1e-6;
END
$$;
SQL
# Counted one by one, without what profile and the catalog's counts have in common.
cat >"$work/profiles.sql" <<'SQL'
SELECT 'user ' || u.id || ': ' || n::text || ' is ' || p::text
FROM buckit.users u
CROSS JOIN LATERAL buckit.profile(u.id, clock_timestamp()) p
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE b.hidden_until IS NULL OR b.hidden_until < now()),
    (SELECT count(i.done_at) FROM buckit.bucket_items i
      WHERE i.bucket_id = ANY (array_agg(b.id))),
    (SELECT count(*) FROM buckit.follows f WHERE f.followed_id = u.id
      AND f.follower_id IN (SELECT id FROM buckit.users
        WHERE blocked_until IS NULL OR blocked_until < now())),
    (SELECT count(*) FROM buckit.follows f WHERE f.follower_id = u.id
      AND f.followed_id IN (SELECT id FROM buckit.users
        WHERE blocked_until IS NULL OR blocked_until < now()))
  FROM buckit.buckets b WHERE b.owner_id = u.id) n
WHERE ROW(n.*) IS DISTINCT FROM ROW(p.buckets, p.completed, p.followers, p.following);
SELECT reeve.writers_faults();
SQL

cat >"$work/write.sql" <<'SQL'
\set u random(1, 110)
\set v random(1, 110)
\set a random(1, 300)
\set b random(1, 165)
SELECT buckit.try(format('SELECT buckit.vote_cast(%s, %s, %s, now())', :u, :a, 1 - 2 * (:u % 2)));
SELECT buckit.try(format('SELECT buckit.vote_change(%s, %s, %s, now())', :v, :a, 1));
SELECT buckit.try(format('SELECT buckit.vote_withdraw(%s, %s, now())', :v, :b));
SELECT buckit.try(format('SELECT buckit.user_follow(%s, %s, now())', :u, :v));
SELECT buckit.try(format('SELECT buckit.user_unfollow(%s, %s, now())', :v, :u));
SELECT buckit.try(format('SELECT buckit.comment_write(%s, %s, ''word'', now())', :u, :a));
SELECT buckit.try(format('SELECT buckit.comment_delete(%s, %s, now())', :u, :a));
SELECT buckit.try(format('SELECT buckit.bucket_copy(%s, %s, now())', :u, :b));
SELECT buckit.try(format('SELECT buckit.item_add(%s, %s, %s, now())', 1 + (:b - 1) % 110, :b, :a));
SELECT buckit.try(format('SELECT buckit.item_done(%s, %s, %s, TRUE, now())', 1 + (:b - 1) % 110, :b, :a));
SQL
PGOPTIONS='-c role=buckit_app' "${pgbench:-pgbench}" -n -c 64 -j 2 -t 25 -f "$work/write.sql" \
  >"$work/bench" 2>&1 & bench=$!

act() { PGUSER=writers_admin run -c "$1" >>"$work/acts"; }
for user in $(seq 1 12); do
  act "SELECT outcome, detail FROM reeve.action_perform('$([ $((user % 3)) = 0 ] &&
    echo void || echo ban)', 'buckit', 'user', '$((user * 7))', '{\"policy\": \"spam\", \"for\": \"7d\"}', NULL)"
  [ $((user % 2)) = 0 ] || continue
  action=$(sed -n 's/^done|.*"action_id": \([0-9]*\).*/\1/p' "$work/acts" | tail -n 1)
  [ -z "$action" ] || act "SELECT outcome FROM reeve.undo_perform($action, 'a test', NULL)"
done
wait "$bench" || { cat "$work/bench"; exit 1; }
! grep -q 'ERROR\|aborted' "$work/bench" || { cat "$work/bench"; exit 1; }

run -f "$work/profiles.sql" >"$work/faults"
[ ! -s "$work/faults" ] || { echo 'while people are banned:'; head "$work/faults"; exit 1; }
hidden=$(run -c "SELECT count(*) FROM buckit.votes WHERE void_until > now()")
[ "$hidden" -gt 0 ] || { echo 'no vote is void'; cat "$work/acts"; exit 1; }

run -c "SELECT action_id FROM reeve.action WHERE reverses IS NULL AND reversed_by IS NULL ORDER BY 1 DESC" \
  >"$work/open"
while read -r action; do
  act "SELECT outcome FROM reeve.undo_perform($action, 'a test', NULL)"
done <"$work/open"
run -f "$work/profiles.sql" >"$work/faults"
[ ! -s "$work/faults" ] || { echo 'after all was undone:'; head "$work/faults"; exit 1; }
hidden=$(run -c "SELECT count(*) FROM buckit.votes WHERE void_until > now()" -c \
  "SELECT count(*) FROM buckit.users WHERE blocked_until > now()" | xargs)
[ "$hidden" = '0 0' ] || { echo "votes void and users blocked after all was undone: $hidden"; exit 1; }
echo "64 writers, $(grep -c '^done' "$work/acts") bans and voids, $(grep -c '^undo done' "$work/acts") undone: counts are the rows"
