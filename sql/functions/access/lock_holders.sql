CREATE OR REPLACE FUNCTION reeve.lock_holders(
  relations text[], relation oid DEFAULT NULL) RETURNS text
LANGUAGE sql VOLATILE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(': ' || string_agg(format('process %s of %s%s', h.pid, h.usename, coalesce(
    format(' (%s) since %s UTC', h.application_name,
      to_char(h.xact_start AT TIME ZONE 'UTC', 'HH24:MI:SS')), '')), ', ' ORDER BY h.place), '')
  FROM (
    SELECT s.pid, s.usename, s.application_name, s.xact_start,
      row_number() OVER (ORDER BY s.xact_start, s.pid) AS place
    FROM pg_stat_activity s
    WHERE s.pid <> pg_backend_pid()
      -- A session that began after this statement was not waited for.
      AND coalesce(s.xact_start < statement_timestamp(), TRUE)
      AND EXISTS (
        SELECT FROM pg_locks l
        WHERE l.pid = s.pid AND l.granted AND l.locktype = 'relation'
          AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
          AND l.relation = ANY (
            lock_holders.relation || ARRAY(SELECT to_regclass(r)::oid FROM unnest(relations) r))
          AND l.mode <> 'AccessShareLock')) h
  WHERE h.place <= 3 AND reeve.member_holds('moderator')
$$;

COMMENT ON FUNCTION reeve.lock_holders(text[], oid) IS
  'Sessions that may have kept a lock on one of these tables (relation: one of an app''s) from '
  'being granted: those whose transaction writes them or has locked rows of theirs, oldest '
  'first, at most three, as text that begins with a colon; empty if there is none, or if the '
  'login is no moderator. Program and time are given only if reeve_owner is a member of '
  'pg_read_all_stats.';
