#!/usr/bin/env bash
# 20,000 notices (AMOUNT) under a cap of 50 a second, taken by four senders at once: never 51 in any second, in
# order for each person, and none lost. `make chaos ONLY=caps` sends 100,000. The clock is a sequence, so that nobody
# waits for it. The cluster is this script's own.
set -uo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-$PWD/.build/debug/reeve}
export REEVE_SHARE=${REEVE_SHARE:-$PWD}
. scripts/cluster.sh
trap cluster_stop EXIT
cluster_start || { echo 'Bail out! no cluster'; exit 1; }
export PGDATABASE=shop
amount=${AMOUNT:-20000}
. sql/tests/checks.sh
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
psql -Xqd postgres -c 'CREATE DATABASE shop'
"$reeve" upgrade >/dev/null 2>&1 || { echo 'Bail out! no schema'; exit 1; }
sql -v amount="$amount" >/dev/null 2>&1 <<'SQL' || { echo 'Bail out! no notices'; exit 1; }
BEGIN;
\ir sql/tests/fixtures/shop.sql
SELECT count(*) FROM reeve.catalog_apply(pg_temp.manifest() || '{"notices": {
  "channels": {"mail": ["held"], "push": ["barred"]},
  "caps": [{"channel": "mail", "most": 50, "within": "1s"},
    {"channel": "push", "per": "recipient", "most": 2, "within": "5m"}]}}');
INSERT INTO reeve.action(verb, collection_id, key, actor)
SELECT 'ban', c.collection_id, '1', 'test' FROM reeve.collection c WHERE c.name = 'person';
-- Each of some people is owed five, spread over all of them.
INSERT INTO reeve.outbox(action_id, collection_id, key, about, template, locale, zone, arguments,
  due_at, act)
SELECT a.action_id, a.collection_id, (n % (:amount / 5))::text, 'deal:' || n, 'held', 'en', '',
  '{"deal": 1}', '2026-01-01', 'A' || 100 + n
FROM reeve.action a, generate_series(1, :amount) n;
-- And 20 of them four by the other channel.
INSERT INTO reeve.outbox(action_id, collection_id, key, about, template, locale, zone, arguments,
  due_at, act)
SELECT a.action_id, a.collection_id, (n % 20)::text, 'person:' || n, 'barred', 'en', '', '{}',
  '2026-01-01', 'P' || n
FROM reeve.action a, generate_series(1, 80) n;
COMMIT;
VACUUM ANALYZE;
CREATE TABLE public.sent(outbox_id bigint, at timestamptz, place bigint, sender int);
CREATE SEQUENCE public.tick;
CREATE SEQUENCE public.place;
CREATE PROCEDURE public.send(sender int) LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz;
  ids bigint[];
BEGIN
  LOOP
    at := '2026-02-01 00:00 UTC'::timestamptz + nextval('public.tick') * interval '130 ms';
    ids := (reeve.outbox_admit(at, 100)).admitted;
    INSERT INTO public.sent SELECT u.id, at, nextval('public.place'), sender
    FROM unnest(ids) WITH ORDINALITY u(id, place);
    UPDATE reeve.outbox o SET state = 'sent', sent_at = at WHERE o.outbox_id = ANY (ids);
    COMMIT;
    EXIT WHEN cardinality(ids) = 0 AND NOT EXISTS (
      SELECT FROM reeve.outbox o WHERE o.state = 'queued');
  END LOOP;
END
$$;
SQL
senders=()
for sender in 1 2 3 4; do
  psql -Xq -c "CALL public.send($sender)" >/dev/null 2>"/tmp/caps.$$.$sender" &
  senders+=($!)
done
for sender in "${senders[@]}"; do wait "$sender"; done
is 'no sender fails' "$(cat /tmp/caps.$$.*)" ''
rm -f /tmp/caps.$$.*
is 'none is lost, and none sent twice' \
  "$(sql -c 'SELECT count(*), count(DISTINCT outbox_id) FROM public.sent')" \
  "$((amount + 80))|$((amount + 80))"
is 'several senders have sent some' \
  "$(sql -c 'SELECT count(DISTINCT sender) > 1 FROM public.sent')" t
most="SELECT max(n) FROM (SELECT count(*) OVER (PARTITION BY CASE WHEN o.template = 'barred' THEN o.key END
    ORDER BY s.at RANGE BETWEEN CURRENT ROW AND"
from="FOLLOWING) n FROM public.sent s JOIN reeve.outbox o USING (outbox_id) WHERE o.template ="
is 'in no second are there 51, both its ends counted' "$(sql -c "$most '1 s' $from 'held') w")" 50
is 'nor three to one person in five minutes by the other channel' "$(sql -c "$most '5 min' $from 'barred') w")" 2
is 'the cap is made use of' "$(sql -c "SELECT extract(epoch FROM max(at) - min(at)) < 1.3 * $amount / 50
  FROM public.sent s JOIN reeve.outbox o USING (outbox_id) WHERE o.template = 'held'")" t
is 'each person gets them in order, by each channel' "$(sql -c "SELECT count(*) FROM (
  SELECT o.outbox_id < lag(o.outbox_id) OVER (PARTITION BY o.key, o.template ORDER BY s.place)
  FROM public.sent s JOIN reeve.outbox o USING (outbox_id)) w(is_late) WHERE is_late")" 0

# A sender posts in a transaction, for as long as its receiver takes; another looks meanwhile.
sql -o /dev/null <<'SQL' || { echo 'Bail out! no jobs'; exit 1; }
INSERT INTO reeve.outbox(action_id, collection_id, key, about, template, locale, zone, arguments, due_at, act)
SELECT a.action_id, a.collection_id, 'late ' || n, 'late:' || n, 'held', 'en', '', '{"deal": 1}',
  CASE n WHEN 1 THEN now() ELSE now() + interval '1 h' END, 'L' || n
FROM reeve.action a, generate_series(1, 2) n;
\ir sql/tests/fixtures/worker.sql
CREATE TABLE public.attempt AS SELECT n, pg_temp.attempt(:worker_id, :'nonce', 'notify.deliver') AS job
FROM generate_series(1, 2) n;
SQL
take() { echo "SELECT count(*) FROM reeve.outbox_take((SELECT job FROM public.attempt WHERE n = $1), 1, 100);"; }
coproc first { exec psql -XqAt; }
printf '%s\n' BEGIN\; "$(take 1)" >&"${first[1]}"
read -r taken <&"${first[0]}"
is 'a sender takes what is due' "$taken" 1
is 'another need not wait for it' "$(sql -c "$(take 2)" 2>&1)" 0
is 'and leaves a job for what is due later' "$(sql -c "SELECT count(*) FROM reeve.job_timer t
  WHERE t.due_at BETWEEN now() + interval '50 min' AND now() + interval '70 min'")" 1
echo 'ROLLBACK;' >&"${first[1]}"
checked
