CREATE OR REPLACE FUNCTION reeve.erase_own(
  c reeve.collection, keys text[], vals text[], action_id bigint, is_dry boolean)
RETURNS TABLE(target text, rows bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  p record;
  typed text[] := ARRAY(SELECT c.name || ':' || k FROM unnest(keys) k);
  cleared text[] := ARRAY(SELECT jsonb_array_elements_text(c.erase -> 'columns'));
BEGIN
  IF NOT is_dry THEN
    -- Jobs of the app about it that have not run yet are cancelled, dead ones that were retried
    -- among them.
    PERFORM reeve.job_cancel(l.ids, 'its subject was erased')
    FROM (
      SELECT array_agg(j.job_id)
      FROM reeve.job j JOIN reeve.job_kind k USING (kind_id)
      WHERE j.collection_id = c.collection_id AND j.subject_key = ANY (keys)
        AND NOT k.is_internal AND NOT EXISTS (
          SELECT FROM reeve.job_end e WHERE e.job_id = j.job_id AND e.day = j.day
            AND e.outcome IN ('completed', 'cancelled'))) l(ids)
    WHERE l.ids IS NOT NULL;
    target := 'reeve_index: documents of retired generations';
    rows := reeve.erase_index(c.collection_id, keys);
    RETURN NEXT;
  END IF;
  IF NOT is_dry THEN
    INSERT INTO reeve.forgotten(collection_id, key, erasure)
    SELECT c.collection_id, k, action_id FROM unnest(keys) k
    ON CONFLICT ON CONSTRAINT forgotten_pkey DO NOTHING;
  END IF;
  FOR p IN SELECT e.* FROM reeve.erase_targets() e WHERE e.change IS NOT NULL LOOP
    target := format('reeve.%s: %s', p.relation, p.note);
    IF is_dry THEN
      EXECUTE format('SELECT count(*) FROM reeve.%I x WHERE %s', p.relation, p.find) INTO rows
      USING c.collection_id, keys, vals, action_id, c.locale_sql IS NOT NULL, c.app, cleared, typed;
    ELSE
      EXECUTE format(CASE p.change WHEN 'DELETE' THEN 'DELETE FROM reeve.%1$I x WHERE %2$s'
        ELSE 'UPDATE reeve.%1$I x SET %3$s WHERE %2$s' END, p.relation, p.find, p.change)
      USING c.collection_id, keys, vals, action_id, c.locale_sql IS NOT NULL, c.app, cleared, typed;
      GET DIAGNOSTICS rows = ROW_COUNT;
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.erase_own(reeve.collection, text[], text[], bigint, boolean) IS
  'Erases what Reeve itself keeps about rows of a collection, target by target, or counts it. '
  'vals: other values that identify them in a text; action_id: the erasure, whose own notices to '
  'others stay.';
