CREATE OR REPLACE FUNCTION reeve.erase_step(
  action_id bigint, max_rows int, touched reeve.file_touched[] DEFAULT NULL)
RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  batch record;
  c reeve.collection;
  vals text[];
  p record;
  found jsonb := '{}';
BEGIN
  FOR batch IN
    SELECT r.depth, r.collection_id, array_agg(r.key ORDER BY r.key) AS keys
    FROM (
      SELECT w.* FROM reeve.erasure_row w WHERE w.action_id = erase_step.action_id
      ORDER BY w.depth, w.collection_id, w.key LIMIT max_rows) r
    GROUP BY r.depth, r.collection_id ORDER BY r.depth, r.collection_id
  LOOP
    c := reeve.collection_get(batch.collection_id);
    -- In key order, before any write: every command takes locks in this order.
    PERFORM reeve.app_lock(c.collection_id, batch.keys);
    vals := reeve.app_values(c.collection_id, batch.keys);
    touched := touched || reeve.file_note(c, batch.keys,
      array_fill(erase_step.action_id, ARRAY[cardinality(batch.keys)]), TRUE, TRUE);
    FOR p IN
      SELECT h.target, h.rows FROM reeve.app_erase(c.collection_id, batch.keys, FALSE) h
    LOOP
      found := found || jsonb_build_object(
        p.target, coalesce((found ->> p.target)::bigint, 0) + p.rows);
    END LOOP;
    FOR p IN
      SELECT o.target, o.rows
      FROM reeve.erase_own(c, batch.keys, vals, erase_step.action_id, FALSE) o WHERE o.rows > 0
    LOOP
      found := found || jsonb_build_object(
        p.target, coalesce((found ->> p.target)::bigint, 0) + p.rows);
    END LOOP;
    UPDATE reeve.action a SET erased_by = erase_step.action_id
    WHERE a.collection_id = c.collection_id AND a.key = ANY (batch.keys)
      AND a.erase_at IS NOT NULL AND a.reversed_by IS NULL AND a.erased_by IS NULL;
    DELETE FROM reeve.erasure_row r
    WHERE r.action_id = erase_step.action_id AND r.depth = batch.depth
      AND r.collection_id = batch.collection_id AND r.key = ANY (batch.keys);
  END LOOP;
  PERFORM reeve.file_put(c.app, touched);
  PERFORM reeve.inbox_recall();
  UPDATE reeve.erasure e SET targets = (
    SELECT coalesce(jsonb_object_agg(k.key, k.rows), '{}')
    FROM (
      SELECT s.key, sum(s.value::bigint) AS rows
      FROM (SELECT * FROM jsonb_each_text(e.targets) UNION ALL
        SELECT * FROM jsonb_each_text(found)) s GROUP BY s.key) k)
  WHERE e.action_id = erase_step.action_id;
  RETURN found;
END
$$;

COMMENT ON FUNCTION reeve.erase_step(bigint, int, reeve.file_touched[]) IS
  'Erases the next rows of an erasure, in the app and in Reeve''s own targets; returns the number '
  'of rows by target. touched: as in erase_begin. Locks them FOR NO KEY UPDATE.';
