CREATE OR REPLACE FUNCTION reeve.search_begin(
  collection_id int, restart boolean, size int, job_id bigint DEFAULT NULL, lease int DEFAULT NULL)
RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  coll reeve.collection;
  g reeve.search_generation;
BEGIN
  IF NOT reeve.search_permit(job_id, lease) THEN
    RETURN NULL;
  END IF;
  PERFORM reeve.event_trigger_require();
  -- One at a time, and not while a catalog is applied.
  SELECT * INTO coll FROM reeve.collection c
  WHERE c.collection_id = search_begin.collection_id FOR NO KEY UPDATE;
  IF NOT FOUND OR NOT coll.is_live OR coll.search IS NULL THEN
    RAISE EXCEPTION 'collection % is not searched', coalesce(coll.name, collection_id::text)
      USING ERRCODE = 'RV003';
  END IF;
  SELECT * INTO g FROM reeve.search_generation n
  WHERE n.collection_id = search_begin.collection_id AND n.state = 'building';
  IF FOUND THEN
    IF NOT restart AND g.declared = reeve.search_declared(coll) THEN
      RETURN g.generation_id;
    END IF;
    PERFORM reeve.search_drop(g.generation_id);
  END IF;
  g.generation_id := nextval('reeve.search_generation_seq');
  g.ranges := reeve.search_ordered(coll);
  g.table_name := format('document_%s_%s', collection_id, g.generation_id);
  SELECT r.bounds, r.expected INTO g.bounds, g.expected
  FROM reeve.app_ranges(search_begin.collection_id, search_begin.size) r;
  EXECUTE (SELECT format(
    'CREATE TABLE reeve_index.%1$I(LIKE reeve.search_document_shape);
     CREATE TABLE reeve_index.%2$I(LIKE reeve.search_word_shape);
     ALTER TABLE reeve_index.%1$I%7$s;
     CREATE TABLE reeve_index.%5$I(key text, tsv tsvector, popularity real, length real);
     -- A publication of all tables lets only rows with an identity change.
     ALTER TABLE reeve_index.%1$I REPLICA IDENTITY FULL;
     ALTER TABLE reeve_index.%2$I REPLICA IDENTITY FULL;
     COMMENT ON TABLE reeve_index.%1$I IS %3$L;
     COMMENT ON TABLE reeve_index.%2$I IS %4$L;
     COMMENT ON TABLE reeve_index.%5$I IS %6$L',
    g.table_name, 'word_' || g.generation_id,
    format('Search documents of %s, collection %s.', coll.app, coll.name),
    format('Words of %s, collection %s: how many documents have each, stems, and the impacts from '
      'which documents belong to its posting tiers.', coll.app, coll.name),
    'load_' || g.generation_id,
    format('Some documents of %s, collection %s, without posting tiers.', coll.app, coll.name),
    reeve.search_numbers(g.ranges, ' ADD n% numeric,') || ' ALTER tsv SET COMPRESSION '
      || CASE WHEN 'lz4' = ANY (s.enumvals) THEN 'lz4' ELSE 'default' END)
  FROM pg_settings s WHERE s.name = 'default_toast_compression');
  INSERT INTO reeve.search_generation(
    generation_id, collection_id, table_name, declared, documents, state, bounds, expected, ranges)
  VALUES (g.generation_id, search_begin.collection_id, g.table_name, reeve.search_declared(coll), 0,
    'building', g.bounds, g.expected, g.ranges);
  INSERT INTO reeve.search_task(generation_id, task, kind)
  SELECT g.generation_id, n, 'load' FROM generate_series(0, jsonb_array_length(g.bounds)) n
  UNION ALL
  SELECT g.generation_id, jsonb_array_length(g.bounds) + 1 + n, 'sample'
  FROM generate_series(0, jsonb_array_length(g.bounds)) n
  UNION ALL
  SELECT g.generation_id, 2 * jsonb_array_length(g.bounds) + 1 + k.place, k.kind
  FROM unnest(ARRAY['cuts', 'text', 'words', 'key', 'popularity']) WITH ORDINALITY k(kind, place);
  PERFORM reeve.search_reader_add(g.generation_id);
  PERFORM reeve.search_await(s.source_id, NULL)
  FROM (
    SELECT search_begin.collection_id AS source_id
    UNION
    SELECT j.source_id FROM reeve.search_join j
    WHERE j.collection_id = search_begin.collection_id AND j.is_live
    ORDER BY 1) s;
  RETURN g.generation_id;
END
$$;

COMMENT ON FUNCTION reeve.search_begin(int, boolean, int, bigint, int) IS
  'The generation of a collection that is being built: the existing one, unless its declaration '
  'no longer matches the collection''s or a restart is requested, else a new one in ranges of so '
  'many rows. NULL if the job''s attempt is stale. NULL: result.';

GRANT EXECUTE ON FUNCTION reeve.search_begin(int, boolean, int, bigint, int) TO reeve_worker;
