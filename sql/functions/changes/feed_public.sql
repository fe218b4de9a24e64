-- The feed reads the log that search reads, which is kept for it as long as its catalog says
-- (reeve.feed_forget): a table of its own would cost writers, or a job, a second row per change.
-- An entry is shown when no transaction runs that is older than its own: nothing can then come
-- before it, so a cursor passes over nothing. A transaction that stays open, in any database of the
-- server, holds the feed back. The notification costs a writer little, but PostgreSQL takes a lock
-- of the whole server while a transaction that notifies commits: such commits follow one another.
CREATE OR REPLACE FUNCTION reeve.feed_public(feed_id int, after text, max int, who text)
RETURNS TABLE(
  cursor text, collection text, key text, version bigint, kind text, at timestamptz)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
-- A warning would say what is in rows that cannot be read.
SET client_min_messages = error SET enable_seqscan = off SET jit = off
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  most int := least(coalesce(max, 100), 1000);
  horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
  f reeve.feed;
  epoch text;
  parts text[];
  -- Entries before this one have been read, and so many keys of it.
  from_xid xid8;
  from_id bigint;
  from_key bigint;
  page record;
  -- By collection and key: whether clients see the row; no key that is not for who.
  found jsonb;
BEGIN
  SELECT * INTO STRICT f FROM reeve.feed n WHERE n.feed_id = feed_public.feed_id;
  IF pg_is_in_recovery() THEN
    RAISE EXCEPTION 'a standby cannot serve the feed of %', f.app USING ERRCODE = 'RV001',
      HINT = 'Ask the primary.';
  END IF;
  IF most < 1 THEN
    RAISE EXCEPTION 'max is the number of changes wanted, 1 to 1000, not %', max
      USING ERRCODE = 'RV001';
  END IF;
  -- A cursor belongs to this database on this server: one that was restored may lack changes.
  SELECT left(md5(concat_ws(' ', f.epoch, c.system_identifier, reeve.home_database(),
    left(pg_walfile_name(pg_current_wal_lsn()), 8))), 8) INTO epoch
  FROM pg_control_system() c;
  IF after IS NULL THEN
    RETURN QUERY SELECT format('%s.%s.0.0', epoch, horizon), NULL::text, NULL::text, NULL::bigint,
      'end', statement_timestamp();
    RETURN;
  END IF;
  parts := regexp_match(after, E'^([0-9a-f]{8})\\.(\\d{1,19})\\.(\\d{1,18})\\.(\\d{1,9})$');
  IF parts IS NULL THEN
    RAISE EXCEPTION 'this is not a cursor of the feed of %', f.app USING ERRCODE = 'RV001',
      HINT = 'Pass the cursor of the last row of the previous call.';
  END IF;
  from_xid := parts[2]::xid8;
  from_id := parts[3];
  from_key := parts[4];
  IF parts[1] <> epoch OR from_xid > pg_snapshot_xmax(pg_current_snapshot())
    OR (from_xid, from_id) <= (f.xid, f.change_id) THEN
    RAISE EXCEPTION 'changes of % since this cursor are no longer kept', f.app
      USING ERRCODE = 'RV011', HINT = 'Call changes() without a cursor, read everything anew, then '
        'go on from the cursor that it gave.';
  END IF;
  WITH number AS MATERIALIZED (SELECT n.* FROM reeve.feed_numbers(f.app) n),
  entry AS (
    SELECT n.collection_id, e.*
    FROM number n
    CROSS JOIN LATERAL (
      SELECT c.xid, c.change_id, coalesce(c.keys, ARRAY[c.key]) AS keys, c.at
      FROM reeve.change c
      WHERE c.collection_id = n.number AND (c.xid, c.change_id) >= (from_xid, from_id)
        AND c.xid < horizon
      ORDER BY c.xid, c.change_id LIMIT most + 1) e
    ORDER BY e.xid, e.change_id LIMIT most + 1
  ),
  item AS (
    SELECT e.collection_id, e.xid, e.change_id, e.at, u.place,
      u.place = cardinality(e.keys) AS is_last,
      CASE WHEN octet_length(u.key) <= 1024 THEN u.key END AS key
    FROM entry e CROSS JOIN LATERAL unnest(e.keys) WITH ORDINALITY u(key, place)
    WHERE (e.xid, e.change_id) > (from_xid, from_id) OR u.place > from_key
    ORDER BY e.xid, e.change_id, u.place LIMIT most + 1
  )
  SELECT coalesce(array_agg(i.collection_id ORDER BY i.nth), '{}') AS ids,
    array_agg(i.key ORDER BY i.nth) AS keys, array_agg(i.change_id ORDER BY i.nth) AS versions,
    array_agg(i.at ORDER BY i.nth) AS times,
    array_agg(format('%s.%s.%s.%s', epoch, i.xid, i.change_id + i.is_last::int,
      CASE WHEN i.is_last THEN 0 ELSE i.place END) ORDER BY i.nth) AS cursors,
    (SELECT count(*) FROM item) > most AS has_more,
    EXISTS (
      SELECT FROM number n
      WHERE EXISTS (
        SELECT FROM reeve.change c
        WHERE c.collection_id = n.number
          AND (c.xid, c.change_id) >= (greatest(horizon, from_xid), 0))) AS is_held
  INTO page
  FROM (
    SELECT i.*, row_number() OVER (ORDER BY i.xid, i.change_id, i.place) AS nth FROM item i) i
  WHERE i.nth <= most;
  SELECT coalesce(jsonb_object_agg(k.id, a.kinds), '{}') INTO found
  FROM (
    SELECT u.id, array_agg(DISTINCT u.key) AS keys FROM unnest(page.ids, page.keys) u(id, key)
    WHERE u.key IS NOT NULL GROUP BY u.id) k
  JOIN reeve.feed_rule l ON l.collection_id = k.id
  CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_object_agg(r.key, r.is_shown), '{}') AS kinds
    FROM reeve.app_fed(l, k.keys, who) r) a;
  RETURN QUERY
    SELECT a.cursor, c.name, a.key, a.version,
      CASE WHEN a.key IS NULL THEN 'anew'
        WHEN (found #> ARRAY[a.id::text, a.key])::boolean THEN 'upsert' ELSE 'gone' END, a.at
    FROM unnest(page.ids, page.keys, page.versions, page.cursors, page.times)
      WITH ORDINALITY a(id, key, version, cursor, at, nth)
    JOIN reeve.collection c ON c.collection_id = a.id
    WHERE a.key IS NULL OR found -> a.id::text ? a.key
    ORDER BY a.nth;
  RETURN QUERY
    SELECT CASE WHEN page.has_more THEN page.cursors[most]
        ELSE format('%s.%s.%s', epoch, greatest(horizon, from_xid), CASE WHEN horizon >= from_xid
          THEN '0.0' ELSE format('%s.%s', from_id, from_key) END) END,
      NULL::text, NULL::text, NULL::bigint,
      CASE WHEN page.has_more THEN 'more' WHEN page.is_held THEN 'wait' ELSE 'end' END,
      statement_timestamp();
EXCEPTION
  -- Callers learn their own mistakes, and of other errors only that one happened.
  WHEN SQLSTATE 'RV001' OR SQLSTATE 'RV011' OR query_canceled OR lock_not_available THEN
    RAISE;
  WHEN OTHERS THEN
    RAISE EXCEPTION 'the changes cannot be read' USING ERRCODE = 'RV001',
      HINT = 'Check who; `reeve doctor` says what else may be wrong.';
END
$$;

COMMENT ON FUNCTION reeve.feed_public(int, text, int, text) IS
  'The answer of an app''s own changes function: at most 1000 changes after a cursor, in the order '
  'of the log, of rows that the person who may see: upsert if clients see the row now, gone if '
  'not, anew if all rows of the collection may have changed. version grows with each write of a '
  'row. The last row has the next cursor and the kind more (ask at once), wait (a running '
  'transaction holds changes back: ask again soon) or end (wait for a notification). Errors: '
  'RV001, also for a max below 1, RV011.';
