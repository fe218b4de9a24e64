CREATE OR REPLACE FUNCTION reeve.search_swap(
  generation_id int, job_id bigint, lease int, is_forced boolean DEFAULT FALSE)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  g reeve.search_generation;
  app_name text := (
    SELECT c.app FROM reeve.search_generation n JOIN reeve.collection c USING (collection_id)
    WHERE n.generation_id = search_swap.generation_id);
  fault text;
BEGIN
  IF NOT reeve.search_permit(job_id, lease) THEN
    RETURN FALSE;
  END IF;
  -- Meanwhile no change is taken from the log for a collection that seems to have no index.
  PERFORM FROM reeve.change_reader r
  WHERE r.name IN ('search', 'search.' || generation_id) AND r.app = app_name
  ORDER BY r.name FOR UPDATE;
  SELECT n.* INTO g FROM reeve.search_generation n JOIN reeve.collection c USING (collection_id)
  WHERE n.generation_id = search_swap.generation_id AND n.state = 'building'
    AND n.declared = reeve.search_declared(c) AND c.is_live
    AND NOT EXISTS (
      SELECT FROM reeve.search_task t
      WHERE t.generation_id = n.generation_id AND t.done_at IS NULL)
  FOR UPDATE OF n;
  IF NOT FOUND THEN
    RETURN FALSE;
  END IF;
  fault := CASE WHEN NOT is_forced THEN reeve.search_swap_fault(generation_id) END;
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION 'the new index of %/% was not swapped in: %', app_name, (
      SELECT c.name FROM reeve.collection c WHERE c.collection_id = g.collection_id), fault
      USING ERRCODE = 'RV005',
        HINT = '`reeve search reindex --restart` builds it again; with `--force` it is swapped in '
        'all the same.';
  END IF;
  PERFORM reeve.event_trigger_require();
  EXECUTE format('ALTER TABLE reeve_index.%I REPLICA IDENTITY USING INDEX %I', g.table_name,
    g.table_name || '_key');
  -- Nobody applies changes meanwhile; those that the new one has not applied wait for it.
  PERFORM FROM reeve.search_pointer p WHERE p.collection_id = g.collection_id FOR UPDATE;
  INSERT INTO reeve.search_waiting(collection_id, keys, join_id)
  SELECT g.collection_id, coalesce(c.keys, ARRAY[c.key]), j.join_id
  FROM reeve.change_reader r
  CROSS JOIN LATERAL reeve.change_unread(r) c
  LEFT JOIN reeve.search_join j ON j.join_id = -c.collection_id AND j.is_live
  WHERE r.name = 'search.' || search_swap.generation_id
    AND coalesce(j.collection_id, c.collection_id) = g.collection_id;
  PERFORM reeve.change_leave(app_name, 'search.' || generation_id);
  UPDATE reeve.search_generation n SET state = 'retired'
  WHERE n.collection_id = g.collection_id AND n.state = 'live';
  UPDATE reeve.search_generation n SET state = 'live', built_at = clock_timestamp()
  WHERE n.generation_id = g.generation_id;
  INSERT INTO reeve.search_pointer AS p(collection_id, generation_id)
  VALUES (g.collection_id, g.generation_id)
  ON CONFLICT ON CONSTRAINT search_pointer_pkey DO UPDATE
  SET generation_id = excluded.generation_id;
  PERFORM reeve.command_record('search.swap',
    CASE WHEN search_swap.job_id IS NULL THEN session_user::text ELSE 'system:search.reindex' END,
    reeve.job_principal(search_swap.job_id), g.collection_id);
  RETURN TRUE;
END
$$;

COMMENT ON FUNCTION reeve.search_swap(int, bigint, int, boolean) IS
  'Makes a built generation the live one; the previous one is retired. False if it is '
  'incomplete, or no longer matches its collection''s declaration. RV005, unless forced, if it '
  'finds far less than the previous one.';

GRANT EXECUTE ON FUNCTION reeve.search_swap(int, bigint, int, boolean) TO reeve_worker;
