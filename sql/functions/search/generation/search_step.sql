CREATE OR REPLACE FUNCTION reeve.search_step(
  generation_id int, job_id bigint, lease int, OUT did text, OUT rows bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
SET maintenance_work_mem = '512MB' SET work_mem = '64MB'
-- Of 15,000 documents.
SET default_statistics_target = 50
AS $$
DECLARE
  g reeve.search_generation;
  t reeve.search_task;
BEGIN
  rows := 0;
  did := 'stale';
  IF NOT reeve.search_permit(job_id, lease) THEN
    RETURN;
  END IF;
  PERFORM reeve.event_trigger_require();
  SELECT n.* INTO g FROM reeve.search_generation n JOIN reeve.collection c USING (collection_id)
  WHERE n.generation_id = search_step.generation_id AND n.state = 'building'
    AND n.declared = reeve.search_declared(c);
  IF NOT FOUND THEN
    RETURN;
  END IF;
  -- All of one stage before the next.
  SELECT o.* INTO t FROM reeve.search_task o
  WHERE o.generation_id = search_step.generation_id AND o.done_at IS NULL
    AND reeve.search_stage(o.kind) = (
      SELECT min(reeve.search_stage(l.kind)) FROM reeve.search_task l
      WHERE l.generation_id = search_step.generation_id AND l.done_at IS NULL)
  ORDER BY o.task LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    -- Waits for other sessions' pieces; if such a session is lost, its piece is free again.
    PERFORM FROM reeve.search_task o
    WHERE o.generation_id = search_step.generation_id AND o.done_at IS NULL
    ORDER BY o.task LIMIT 1 FOR NO KEY UPDATE;
    did := CASE WHEN FOUND THEN 'wait' ELSE 'built' END;
    RETURN;
  END IF;
  -- Again: another session may have ended the stage before in between.
  SELECT n.* INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_step.generation_id;
  did := t.kind;
  CASE t.kind
  WHEN 'sample' THEN
    EXECUTE format(
      'INSERT INTO reeve_index.%I(key, tsv, popularity, length)
       SELECT d.key, d.tsv, d.popularity, d.length
       FROM reeve.app_documents($1, NULL, $2, $3) d', 'load_' || g.generation_id)
    USING generation_id, t.task - jsonb_array_length(g.bounds) - 1,
      reeve.search_share(g.expected);
    GET DIAGNOSTICS rows = ROW_COUNT;
  WHEN 'cuts' THEN
    rows := reeve.search_cuts(g.generation_id);
  WHEN 'load' THEN
    rows := reeve.search_load(g.generation_id, t.task);
  WHEN 'words' THEN
    rows := reeve.search_words_build(g.generation_id);
  WHEN 'text' THEN
    -- An index that is written in one go, in the order of its words, leaves half of each page
    -- empty. In several it is smaller and takes less time. A list of changes would be read by
    -- every search.
    SET LOCAL maintenance_work_mem = '32MB';
    EXECUTE format('CREATE INDEX %I ON reeve_index.%I USING gin (tsv) WITH (fastupdate = off)',
      g.table_name || '_tsv', g.table_name);
    FOR i IN 1 .. cardinality(g.ranges) LOOP
      EXECUTE format('CREATE INDEX %I ON reeve_index.%I(%I)',
        g.table_name || '_range_' || i, g.table_name, 'n' || i);
    END LOOP;
    -- Here, as it waits for a session that builds another index: the others take less time.
    EXECUTE format('ANALYZE reeve_index.%I', g.table_name);
    PERFORM reeve.search_specialize(g.generation_id);
  WHEN 'key' THEN
    EXECUTE format('CREATE UNIQUE INDEX %I ON reeve_index.%I(key)', g.table_name || '_key',
      g.table_name);
  WHEN 'popularity' THEN
    EXECUTE format('CREATE INDEX %I ON reeve_index.%I(popularity DESC, key)',
      g.table_name || '_popularity', g.table_name);
  END CASE;
  UPDATE reeve.search_task o SET done_at = clock_timestamp(), rows = search_step.rows
  WHERE o.generation_id = t.generation_id AND o.task = t.task;
END
$$;

COMMENT ON FUNCTION reeve.search_step(int, bigint, int) IS
  'Does the next open piece of a build, any number of sessions at a time: sample, cuts, load, '
  'text, words, key or popularity, with its rows; wait if other sessions have the last ones, built '
  'if none is open, stale if the build or the attempt is no longer current.';

GRANT EXECUTE ON FUNCTION reeve.search_step(int, bigint, int) TO reeve_worker;
