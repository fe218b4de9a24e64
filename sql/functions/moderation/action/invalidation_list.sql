-- The chain orders what is on record behind its commit, below the oldest transaction that has
-- recorded a command and still runs: what commits late comes later there, and never before an entry
-- that somebody has read. So there is no log of its own, nothing to purge, and nothing to restore.
CREATE OR REPLACE FUNCTION reeve.invalidation_list(
  app text, after text DEFAULT NULL, max int DEFAULT 100)
RETURNS TABLE(
  cursor text, collection text, key text, version bigint, kind text, at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET jit = off SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  -- Entries that one call looks at, whosever they are.
  entries constant int := 5000;
  most int := least(coalesce(max, 100), 1000);
  parts text[];
  from_seq bigint;
  -- The last row of that entry which has been read; NULL: all have.
  from_id int;
  from_key text;
  -- The last entry that is looked at.
  last_seq bigint;
  looked int;
  page record;
BEGIN
  PERFORM reeve.app_require(invalidation_list.app);
  IF most < 1 THEN
    RAISE EXCEPTION 'max is the number of rows wanted, 1 to 1000, not %', max
      USING ERRCODE = 'RV001';
  END IF;
  parts := regexp_match(after,
    '^([0-9]{1,18})(?:[.]([0-9a-f]{8})(?:[.]([0-9]{1,9})[.](.*))?)?$', 's');
  from_seq := CASE WHEN after IS NULL THEN (SELECT h.seq FROM reeve.chain_head h)
    ELSE parts[1]::bigint END;
  from_id := parts[3];
  from_key := parts[4];
  IF from_seq IS NULL OR from_seq > 0 AND after IS NOT NULL AND parts[2] IS NULL THEN
    RAISE EXCEPTION 'this is not a cursor of what actions of % have changed', app
      USING ERRCODE = 'RV001', HINT = 'Pass the cursor of the last row of the previous call, or 0.';
  ELSIF from_seq > 0 AND after IS NOT NULL AND NOT EXISTS (
    SELECT FROM reeve.chain c WHERE c.seq = from_seq AND starts_with(encode(c.hash, 'hex'),
      parts[2]))
  THEN
    RAISE EXCEPTION 'the record of this database does not go on from this cursor'
      USING ERRCODE = 'RV011', HINT = 'It was restored. Drop what is cached, and call '
        'invalidation_list() without a cursor for the one to go on from.';
  END IF;
  SELECT coalesce(max(c.seq), from_seq), count(*) INTO last_seq, looked
  FROM (
    SELECT c.seq FROM reeve.chain c
    WHERE c.seq > from_seq OR c.seq = from_seq AND from_id IS NOT NULL
    ORDER BY c.seq LIMIT entries) c;
  WITH entry AS MATERIALIZED (
    SELECT c.seq, to_timestamp(c.us / 1000000.0) AS at, left(encode(c.hash, 'hex'), 8) AS mark,
      b.low_id, b.low_key, m.action_id, m.batch_id, m.detail
    FROM reeve.chain c
    JOIN reeve.command m USING (command_id)
    JOIN reeve.collection l ON l.collection_id = m.collection_id
    CROSS JOIN LATERAL (
      SELECT CASE WHEN c.seq = from_seq THEN from_id ELSE 0 END,
        CASE WHEN c.seq = from_seq THEN from_key ELSE '' END) b(low_id, low_key)
    WHERE c.seq BETWEEN from_seq + (from_id IS NULL)::int AND last_seq
      AND l.app = invalidation_list.app AND m.outcome = 'done'
  ),
  act AS (
    SELECT e.*, e.action_id AS id FROM entry e WHERE e.action_id IS NOT NULL
    UNION ALL
    -- A part of a batch.
    SELECT e.*, a.action_id
    FROM entry e
    JOIN reeve.action a ON a.batch_id = e.batch_id AND a.action_id
      BETWEEN SYMMETRIC (e.detail #>> '{actions,0}')::bigint
        AND (e.detail #>> '{actions,1}')::bigint
    WHERE e.action_id IS NULL AND e.detail ? 'actions'
  )
  SELECT array_agg(r.seq ORDER BY r.nth) AS versions, array_agg(r.at ORDER BY r.nth) AS times,
    array_agg(r.mark ORDER BY r.nth) AS marks, array_agg(r.collection_id ORDER BY r.nth) AS ids,
    array_agg(r.key ORDER BY r.nth) AS keys, count(*) AS n
  INTO page
  FROM (
    SELECT d.*, row_number() OVER (ORDER BY d.seq, d.collection_id, d.key) AS nth
    FROM (
      SELECT DISTINCT e.seq, e.at, e.mark, f.collection_id, f.key
      FROM act e
      CROSS JOIN LATERAL (
        SELECT a.collection_id, a.key FROM reeve.action a
        WHERE a.action_id = e.id AND (a.collection_id, a.key) > (e.low_id, e.low_key)
        UNION ALL
        (SELECT x.collection_id, x.key FROM reeve.effect x
        WHERE x.action_id = e.id AND (x.collection_id, x.key) > (e.low_id, e.low_key)
        ORDER BY x.collection_id, x.key LIMIT most)
        UNION ALL
        (SELECT x.collection_id, x.key FROM reeve.forgotten x
        WHERE x.erasure = e.id AND (x.collection_id, x.key) > (e.low_id, e.low_key)
        ORDER BY x.collection_id, x.key LIMIT most)) f
      ORDER BY e.seq, f.collection_id, f.key LIMIT most) d) r;
  RETURN QUERY
    SELECT format('%s.%s.%s.%s', u.version, u.mark, u.id, u.key), c.name, u.key, u.version,
      'changed', u.at
    FROM unnest(page.versions, page.times, page.marks, page.ids, page.keys)
      WITH ORDINALITY u(version, at, mark, id, key, nth)
    JOIN reeve.collection c ON c.collection_id = u.id
    ORDER BY u.nth;
  RETURN QUERY
    SELECT CASE WHEN page.n = most THEN format('%s.%s.%s.%s', page.versions[most],
        page.marks[most], page.ids[most], page.keys[most])
      WHEN last_seq = 0 THEN '0'
      ELSE format('%s.%s', last_seq, (
        SELECT left(encode(c.hash, 'hex'), 8) FROM reeve.chain c WHERE c.seq = last_seq)) END,
      NULL::text, NULL::text, NULL::bigint,
      CASE WHEN page.n = most OR looked = entries THEN 'more' ELSE 'end' END,
      statement_timestamp();
END
$$;

COMMENT ON FUNCTION reeve.invalidation_list(text, text, int) IS
  'What actions have changed, for the caches of an app''s backend: at most 1000 rows, in the order '
  'of the record, after a cursor: the subject of each action, undo or end, and each row that it '
  'wrote or erased. kind: changed; version grows with each time. The last row has the next cursor '
  'and the kind more (ask at once) or end (ask again in a second). after: the cursor of the last '
  'row; 0: from the first action; NULL: no rows, and the cursor of the present end. An action is '
  'listed once it is linked into the chain, the next second as a rule; its rows come again when '
  'something else of it is recorded, such as its approval. RV001: no cursor, or a max below 1; '
  'RV002: the login is not of that app; RV011: the database was restored. NULL: collection, key, '
  'version.';

GRANT EXECUTE ON FUNCTION reeve.invalidation_list(text, text, int) TO reeve_app;
