CREATE OR REPLACE FUNCTION reeve.lock_blockers(relations oid[], milliseconds int)
RETURNS SETOF text
LANGUAGE sql VOLATILE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH held AS MATERIALIZED (
    SELECT DISTINCT k.pid, k.virtualtransaction
    FROM pg_locks k
    WHERE k.granted AND k.locktype = 'relation' AND k.relation = ANY (relations)
      AND k.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
  )
  SELECT b.line FROM (
    SELECT format('process %s, %s%s, %s%s%s%s', a.pid, coalesce(a.usename, a.backend_type),
      coalesce(' (' || nullif(a.application_name, '') || ')', ''),
      coalesce(a.state, a.backend_type, 'running'),
      coalesce(', transaction began ' || to_char(a.xact_start AT TIME ZONE 'UTC', 'HH24:MI:SS UTC'),
        ''),
      coalesce(', query began ' || to_char(a.query_start AT TIME ZONE 'UTC', 'HH24:MI:SS UTC'),
        ''),
      -- Without literals, which may be a person's data or a password.
      CASE WHEN a.query_start IS NOT NULL THEN coalesce(': ' || nullif(left(btrim(regexp_replace(
        regexp_replace(a.query, E'(''|\\$\\w*\\$).*', '…'), E'[\\s[:cntrl:]]+', ' ', 'g')), 120),
        ''), '') END) AS line, a.xact_start AS since
    FROM pg_stat_activity a
    WHERE a.pid <> pg_backend_pid() AND a.pid IN (SELECT h.pid FROM held h)
      AND coalesce(a.xact_start < clock_timestamp() - milliseconds * interval '1 ms', TRUE)
    UNION ALL
    SELECT format('prepared transaction %s of %s, since %s', x.gid, x.owner,
      to_char(x.prepared AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC')), x.prepared
    FROM pg_prepared_xacts x
    WHERE '-1/' || x.transaction IN (SELECT h.virtualtransaction FROM held h WHERE h.pid IS NULL)
  ) b
  ORDER BY b.since LIMIT 5
$$;

COMMENT ON FUNCTION reeve.lock_blockers(oid[], int) IS
  'Transactions, also prepared ones, that have held a lock on one of these relations for so many '
  'milliseconds, the oldest first, a line each, with the beginning of what each runs or ran last, '
  'up to its first literal. The statements and times of other logins are visible only with '
  'pg_read_all_stats.';
