#!/usr/bin/env bash
# Three workers under all that can befall them. First kill -9 at random moments, for how soon a dead worker's
# jobs start again; then kills, stalls (SIGSTOP past the heartbeat), ended connections, crashes of the server,
# transactions that hold locks and stay idle, and a network that goes silent without closing. Meanwhile jobs are
# asked for, some with keys, delays and needs, and every worker fires the same schedules.
# The oracle: what was asked for is written down in the asking transaction, what handlers do by the app's trigger.
#
# REEVE_BIN   the directory of the programs
# KILLS       of the first part, 10 if unset
# TROUBLE     seconds of the second part, 90 if unset
# SEED        of the moments
set -euo pipefail
seed=${SEED:-$RANDOM}; RANDOM=$seed; echo "SEED=$seed"
cd "$(dirname "$0")/../.." && . scripts/cluster.sh
work=$(mktemp -d /tmp/reeve-jobs.XXXXXX) others=() workers=()
finish() {
  local status=$? pid
  trap - EXIT
  trap '' INT TERM
  [ "$status" -eq 0 ] || tail -n 40 "$work/worker.log" || true
  exec 2>/dev/null # what was killed is not news
  touch "$work/over"
  for pid in "${workers[@]}" "${others[@]}"; do kill -CONT "$pid" 2>/dev/null && kill -9 "$pid" 2>/dev/null || true; done
  cluster_stop
  wait || true
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
fail() { echo "FAILED  $*"; exit 1; }
sql() { PGOPTIONS='-c client_min_messages=warning' psql -XqAt -v ON_ERROR_STOP=1 "$server" "$@"; }
pause() { sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"; }

cluster_start
server="host=$cluster port=5432 user=postgres dbname=chaos"
psql -XqAt -d postgres -c 'CREATE DATABASE chaos'
"$REEVE_BIN/reeve" upgrade --dsn "$server" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mkdir "$work/sink"
sql <<'SQL' >"$work/log"
UPDATE reeve.cron SET next_at = 'infinity';
SELECT 'CREATE ROLE chaos_owner' WHERE to_regrole('chaos_owner') IS NULL \gexec
CREATE SCHEMA chaos AUTHORIZATION chaos_owner;
SET ROLE chaos_owner;
CREATE TABLE chaos.person(id bigint PRIMARY KEY, name text NOT NULL);
INSERT INTO chaos.person VALUES (1, 'one'), (2, 'two');
CREATE SEQUENCE chaos.deal_id;
CREATE TABLE chaos.ledger(part int NOT NULL, deal_id bigint NOT NULL);
CREATE FUNCTION chaos.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO chaos.ledger VALUES (TG_ARGV[0]::int, NEW.id);
  PERFORM pg_sleep(0.2);
  RETURN NULL;
END
$$;
DO $$
BEGIN
  FOR i IN 0..39 LOOP
    EXECUTE format('CREATE TABLE chaos.deal%s(id bigint PRIMARY KEY DEFAULT nextval(''chaos.deal_id''),
      seller_id bigint NOT NULL DEFAULT 1 REFERENCES chaos.person, buyer_id bigint NOT NULL DEFAULT 2
      REFERENCES chaos.person, state text NOT NULL DEFAULT ''open'',
      ends_at timestamptz NOT NULL DEFAULT now() - interval ''1 hour'')', i);
    EXECUTE format('CREATE INDEX ON chaos.deal%s(ends_at) WHERE state = ''open''', i);
    EXECUTE format('CREATE TRIGGER note AFTER UPDATE OF state ON chaos.deal%s
      FOR EACH ROW EXECUTE FUNCTION chaos.note(%s)', i, i);
  END LOOP;
END
$$;
RESET ROLE;
SELECT reeve.catalog_apply(jsonb_build_object('app', 'chaos', 'schema', 'chaos', 'title', 'Chaos',
  'owner', 'chaos_owner',
  'collections', (SELECT jsonb_object_agg('deal' || i, jsonb_build_object('table', 'deal' || i,
      'key', '["id"]'::jsonb, 'label', '''deal '' || t.id', 'show', '["id", "state"]'::jsonb,
      'parents', '{"seller": {"collection": "person", "columns": ["seller_id"]},
        "buyer": {"collection": "person", "columns": ["buyer_id"]}}'::jsonb))
    FROM generate_series(0, 39) i) || '{"person": {"table": "person", "key": ["id"], "label": "t.name",
      "show": ["id"], "recipient": {"locale": "''en''", "zone": "''UTC''"}}}',
  'stale', (SELECT jsonb_object_agg('deal' || i, '[{"name": "ended", "where":
      "t.state = ''open'' AND t.ends_at <= $at", "set": {"state": "''over''"}, "notify": [
      {"to": "buyer", "template": "over", "with": {"deal": "t.id"}},
      {"to": "seller", "template": "over", "with": {"deal": "t.id"}}]}]'::jsonb)
    FROM generate_series(0, 39) i),
  'templates', '{"over": {"en": {"subject": "Over", "body": "Deal {deal} is over."}},
    "correction": {"en": {"subject": "Correction", "body": "About {label}."}}}'::jsonb));
CREATE TABLE chaos.asked(job_id bigint PRIMARY KEY, part int);
CREATE TABLE chaos.kill(worker_id int, at timestamptz DEFAULT clock_timestamp());
CREATE TABLE chaos.switch(is_on boolean);
INSERT INTO chaos.switch VALUES (TRUE);
CREATE PROCEDURE chaos.ask() LANGUAGE plpgsql AS $$
DECLARE
  part int;
  last_id bigint;
BEGIN
  WHILE (SELECT is_on FROM chaos.switch) LOOP
    part := floor(random() * 40);
    EXECUTE format('INSERT INTO chaos.deal%s SELECT FROM generate_series(1, 1 + (random() * 2)::int)', part);
    INSERT INTO chaos.asked
    SELECT reeve.enqueue('collection.expire', jsonb_build_object('collection', 'deal' || part),
      app => 'chaos'), part;
    INSERT INTO chaos.asked(job_id)
    SELECT DISTINCT e.id FROM reeve.enqueue(ARRAY(
      SELECT jsonb_build_object('kind', 'worker.probe')
        || CASE WHEN n % 4 = 0 THEN jsonb_build_object('delay', n / 10.0 || ' s') ELSE '{}' END
        || CASE WHEN n % 5 = 0 THEN jsonb_build_object('unique_key', 'key ' || n % 3) ELSE '{}' END
      FROM generate_series(1, 20) n)) e(id)
    ON CONFLICT DO NOTHING;
    -- The last one waits for all the others.
    INSERT INTO chaos.asked(job_id)
    SELECT reeve.enqueue(ARRAY[jsonb_build_object('kind', 'worker.probe', 'after', (
      SELECT jsonb_agg(a.job_id) FROM (SELECT job_id FROM chaos.asked ORDER BY job_id DESC LIMIT 10) a
      WHERE NOT EXISTS (SELECT FROM reeve.job_dead d WHERE d.job_id = a.job_id)
        AND NOT EXISTS (SELECT FROM reeve.job_end e
          WHERE e.job_id = a.job_id AND e.outcome = 'cancelled')))]);
    IF random() < 0.05 THEN
      ROLLBACK;
    ELSE
      COMMIT;
    END IF;
    PERFORM pg_sleep(0.08);
  END LOOP;
END
$$;
SELECT reeve.cron_load('chaos', '{
  "skip": {"kind": "worker.probe", "cron": "* * * * * *", "zone": "Europe/Berlin"},
  "allow": {"kind": "worker.probe", "cron": "*/2 * * * * *", "overlap": "allow", "missed": "all"},
  "queue": {"kind": "worker.probe", "cron": "* * * * * *", "overlap": "queue"}}');
CREATE TABLE chaos.start AS SELECT cron_id, next_at FROM reeve.cron WHERE app = 'chaos';
SQL

# SIGUSR1: the connections there are fall silent, both ways, and stay open; the server notices after 20 s.
cat >"$work/proxy.py" <<'PYTHON'
import asyncio, signal, sys
lines = set()
class Line:
    silent = False
async def copy(line, reader, writer):
    try:
        while data := await reader.read(65536):
            if line.silent: await asyncio.sleep(10**9)
            writer.write(data); await writer.drain()
    except OSError: pass
    if line.silent: await asyncio.sleep(10**9)
    writer.close()
async def serve(reader, writer):
    line = Line()
    upstream = await asyncio.open_unix_connection(sys.argv[1])
    line.upstream = upstream[1]
    lines.add(line)
    await asyncio.gather(copy(line, reader, upstream[1]), copy(line, upstream[0], writer))
def fall_silent():
    for line in lines: line.silent = True
    for line in lines: asyncio.get_running_loop().call_later(20, line.upstream.close)
    lines.clear()
async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, fall_silent)
    with open(sys.argv[2] + ".new", "w") as file: file.write(str(server.sockets[0].getsockname()[1]))
    __import__("os").rename(sys.argv[2] + ".new", sys.argv[2])
    await server.serve_forever()
asyncio.run(main())
PYTHON
python3 "$work/proxy.py" "$cluster/.s.PGSQL.5432" "$work/port" 2>"$work/proxy.log" & proxy=$!
others+=("$proxy")
until [ -s "$work/port" ]; do kill -0 "$proxy"; sleep 0.05; done
addresses=("host=$cluster port=5432" "host=$cluster port=5432" "host=127.0.0.1 port=$(cat "$work/port")")

work_at() { # which
  "$REEVE_BIN/reeve-worker" --dsn "${addresses[$1]} user=reeve_worker dbname=chaos" --sink "$work/sink" \
    --concurrency 8 >>"$work/worker.log" 2>&1 &
  workers[$1]=$!
}
kill_one() { # which
  sql -c "INSERT INTO chaos.kill(worker_id) SELECT worker_id FROM reeve.worker
    WHERE pid = ${workers[$1]} AND ended_at IS NULL" || true
  kill -9 "${workers[$1]}" 2>/dev/null || true
  wait "${workers[$1]}" 2>/dev/null || true
  work_at "$1"
}
for n in 0 1 2; do work_at "$n"; done
(until sql -c 'CALL chaos.ask()' 2>/dev/null || [ -e "$work/over" ]; do sleep 0.2; done) & asker=$!
others+=("$asker")

sleep 3
for _ in $(seq "${KILLS:-10}"); do kill_one $((RANDOM % 3)); pause $((2000 + RANDOM % 3000)); done
sleep 16
restarts() {
  sql -F ' ' -c "
    SELECT 'restarted', count(*), 'jobs of', count(DISTINCT worker_id), 'dead workers after p50',
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY s)::numeric, 1), 'p95',
      round(percentile_cont(0.95) WITHIN GROUP (ORDER BY s)::numeric, 1), 'max', round(max(s), 1), 's', max(s) <= 15
    FROM (
      SELECT k.worker_id, extract(epoch FROM min(coalesce(n.claimed_at, r.claimed_at)) - k.at) AS s
      FROM chaos.kill k
      JOIN reeve.job_end l ON l.worker_id = k.worker_id AND l.outcome = 'lost' AND l.finished_at > k.at
      LEFT JOIN reeve.job_end n ON n.job_id = l.job_id AND n.lease > l.lease
      LEFT JOIN reeve.job_run r ON r.job_id = l.job_id AND r.lease > l.lease
      WHERE n.claimed_at IS NOT NULL OR r.claimed_at IS NOT NULL
      GROUP BY k.worker_id, k.at, l.job_id) s"
}
distribution=$(restarts)
echo "$distribution"
[[ $distribution = *' t' ]] || fail 'a dead worker'"'"'s jobs took over 15 s'

declare -A count=()
until_second=$((SECONDS + ${TROUBLE:-90}))
while [ "$SECONDS" -lt "$until_second" ]; do
  for n in 0 1 2; do kill -0 "${workers[$n]}" 2>/dev/null || work_at "$n"; done
  which=$((RANDOM % 3))
  case $((RANDOM % 7)) in
    0) what=kill; kill_one "$which" ;;
    1) what=stall; pid=${workers[$which]}
      kill -STOP "$pid"
      (sleep 14; kill -CONT "$pid" 2>/dev/null || true) & others+=($!) ;;
    2 | 3) what=terminate
      sql -c "SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity
        WHERE application_name LIKE 'reeve worker%' ORDER BY random() LIMIT 2) p" >/dev/null || true ;;
    4) what=crash
      as_server "$PG_BIN/pg_ctl" stop -s -m immediate -D "$cluster/data"
      pause $((RANDOM % 3000))
      as_server "$PG_BIN/pg_ctl" start -s -w -D "$cluster/data" -l "$cluster/log" ;;
    5) what=holder
      (sql -c "BEGIN; SELECT count(*) FROM (SELECT FROM reeve.job_ready ORDER BY random() LIMIT 5 FOR UPDATE SKIP LOCKED) l;
        SELECT count(*) FROM (SELECT FROM reeve.job_run LIMIT 2 FOR UPDATE SKIP LOCKED) l; SELECT pg_sleep(8)" \
        >/dev/null 2>&1 || true) & others+=($!) ;;
    6) what=silence; kill -USR1 "$proxy" ;;
  esac
  count[$what]=$((${count[$what]:-0} + 1))
  pause $((1000 + RANDOM % 3000))
done
# Silence once more, since the worker behind it must come back by itself.
kill -USR1 "$proxy"
for what in "${!count[@]}"; do printf '%s %d  ' "$what" "${count[$what]}"; done; echo

sql -c 'UPDATE chaos.switch SET is_on = FALSE'
wait "$asker"
sql -c "UPDATE reeve.cron SET paused_at = clock_timestamp() WHERE app = 'chaos'"
begin=$SECONDS
for n in 0 1 2; do kill -0 "${workers[$n]}" 2>/dev/null || work_at "$n"; done
live="SELECT count(*) FROM reeve.worker WHERE ended_at IS NULL AND beat_at > clock_timestamp() - interval '6 s'"
left='SELECT (SELECT count(*) FROM reeve.job_ready) + (SELECT count(*) FROM reeve.job_timer)
  + (SELECT count(*) FROM reeve.job_run) + (SELECT count(*) FROM reeve.job_wait)'
until [ "$(sql -c "$left")" -eq 0 ] && [ "$(sql -c "$live")" -eq 3 ]; do
  [ $((SECONDS - begin)) -lt 180 ] || fail "after 180 s: $(sql -c "$left") jobs are left, $(sql -c "$live") of 3 workers live"
  sleep 0.5
done
echo "all is done $((SECONDS - begin)) s after the last trouble, three workers live"

sql -F ' ' -c "SELECT count(*), 'jobs asked for,', (SELECT count(*) FROM reeve.job), 'in all,',
    (SELECT count(*) FROM reeve.job_end WHERE outcome = 'lost'), 'attempts lost,',
    (SELECT count(*) FROM reeve.job_end WHERE outcome = 'retryable'), 'failed,',
    (SELECT count(*) FROM reeve.job_dead), 'dead letters' FROM chaos.asked" \
  -c "SELECT count(*), 'effects;', (SELECT count(*) FROM reeve.cron_fire WHERE job_id IS NOT NULL), 'fires,',
    (SELECT count(*) FROM reeve.cron_fire WHERE skipped IS NOT NULL), 'runs skipped' FROM chaos.ledger"
wrong=$(sql <<'SQL'
-- Jobs: each has one outcome that is final; none that nobody asked for.
WITH final AS (
  SELECT job_id, outcome FROM reeve.job_end WHERE outcome IN ('completed', 'cancelled')
  UNION ALL
  SELECT job_id, 'discarded' FROM reeve.job_dead
), known AS (
  SELECT job_id FROM chaos.asked
  UNION ALL
  SELECT job_id FROM reeve.cron_fire WHERE job_id IS NOT NULL
)
SELECT 'outcomes', k.job_id, count(f), string_agg(f.outcome, ' ')
FROM known k LEFT JOIN final f USING (job_id) GROUP BY k.job_id HAVING count(f) <> 1
UNION ALL
SELECT 'nobody asked for', j.job_id, 0, k.name FROM reeve.job j JOIN reeve.job_kind k USING (kind_id)
WHERE k.name <> 'notify.deliver' AND j.job_id NOT IN (SELECT job_id FROM known)
UNION ALL
SELECT 'gone', k.job_id, 0, NULL FROM known k WHERE k.job_id NOT IN (SELECT job_id FROM reeve.job)
UNION ALL
-- A cancelled one waited for a dead letter.
SELECT 'cancelled', count(*), (SELECT count(*) FROM reeve.job_dead), NULL
FROM reeve.job_end WHERE outcome = 'cancelled' HAVING count(*) > 0 AND NOT EXISTS (SELECT FROM reeve.job_dead)
UNION ALL
-- Effects: every deal is over, once, and both sides are told, once.
SELECT 'effects of a deal', deal_id, count(*), NULL FROM chaos.ledger GROUP BY deal_id HAVING count(*) <> 1
UNION ALL
SELECT 'notices', NULL, count(*), (SELECT count(*) FROM chaos.ledger)::text
FROM (SELECT DISTINCT key, about FROM reeve.outbox) o
HAVING count(*) <> 2 * (SELECT count(*) FROM chaos.ledger)
  OR count(*) <> (SELECT count(*) FROM reeve.outbox)
UNION ALL
SELECT 'counter', NULL, c.n, c.state || ' ' || c.is
FROM reeve.queue_list() q CROSS JOIN LATERAL (VALUES
  ('available', q.available, (SELECT count(*) FROM reeve.job_ready)),
  ('scheduled and retryable', q.scheduled + q.retryable, (SELECT count(*) FROM reeve.job_timer)),
  ('waiting', q.waiting, (SELECT count(*) FROM reeve.job_wait)),
  ('running', q.running, (SELECT count(*) FROM reeve.job_run)),
  ('discarded', q.discarded, (SELECT count(*) FROM reeve.job_dead)),
  ('cancelled', q.cancelled, (SELECT count(*) FROM reeve.job_end WHERE outcome = 'cancelled')),
  ('completed', q.completed, (SELECT count(*) FROM reeve.job_end WHERE outcome = 'completed'))
) c(state, n, "is")
WHERE q.queue = 'default' AND c.n <> c."is"
UNION ALL
-- Every occurrence is one job, or within one skipped run, or waits still.
SELECT 'occurrence of ' || d.name, NULL, count(f), d.at::text
FROM (
  SELECT c.cron_id, c.name, c.waiting_at, s AS at
  FROM reeve.cron c JOIN chaos.start USING (cron_id), generate_series(start.next_at,
    c.next_at - interval '1 second', CASE c.name WHEN 'allow' THEN interval '2 seconds' ELSE '1 second' END) s) d
LEFT JOIN reeve.cron_fire f ON f.cron_id = d.cron_id AND d.at BETWEEN f.fire_at AND coalesce(f.last_at, f.fire_at)
GROUP BY d.name, d.at, d.waiting_at HAVING count(f) <> 1 AND d.at IS DISTINCT FROM d.waiting_at
UNION ALL
SELECT 'fires of a job', job_id, count(*), NULL FROM reeve.cron_fire
WHERE job_id IS NOT NULL GROUP BY job_id HAVING count(*) > 1;
SQL
)
[ -z "$wrong" ] || { echo "$wrong" | head -30; fail 'lost, doubled or unaccounted'; }
open=0
for part in $(seq 0 39); do open=$((open + $(sql -c "SELECT count(*) FROM chaos.deal$part WHERE state = 'open'
  AND NOT EXISTS (SELECT FROM reeve.job_dead JOIN chaos.asked USING (job_id) WHERE part = $part)"))); done
[ "$open" -eq 0 ] || fail "$open deals are open still"
echo 'nothing lost, nothing doubled, every occurrence accounted for, the counters are the tables'
