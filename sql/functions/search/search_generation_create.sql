CREATE OR REPLACE FUNCTION reeve.search_generation_create(collection_id int) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  coll reeve.collection := reeve.collection_get(collection_id);
  new_id int := nextval('reeve.search_generation_seq');
  table_name text := format('document_%s_%s', collection_id, new_id);
  old_id int := (
    SELECT p.generation_id FROM reeve.search_pointer p
    WHERE p.collection_id = search_generation_create.collection_id);
  built bigint;
  old_name text;
BEGIN
  EXECUTE format(
    'CREATE TABLE reeve_index.%I(
      key text NOT NULL, label text NOT NULL, tsv tsvector NOT NULL,
      popularity real NOT NULL DEFAULT 0)', table_name);
  EXECUTE format('COMMENT ON TABLE reeve_index.%I IS %L', table_name,
    format('Search documents of %s, collection %s.', coll.app, coll.name));
  EXECUTE format(
    'INSERT INTO reeve_index.%I(key, label, tsv)
     SELECT d.key, coalesce(d.label, d.key), reeve.search_vector(d.a, d.b, d.c, d.d)
     FROM reeve.hand_documents($1, NULL) d', table_name) USING collection_id;
  GET DIAGNOSTICS built = ROW_COUNT;
  EXECUTE format('ALTER TABLE reeve_index.%I ADD CONSTRAINT %I PRIMARY KEY (key)', table_name,
    table_name || '_pkey');
  EXECUTE format('CREATE INDEX %I ON reeve_index.%I USING gin (tsv)', table_name || '_tsv',
    table_name);
  EXECUTE format('CREATE INDEX %I ON reeve_index.%I(popularity DESC, key)',
    table_name || '_popularity', table_name);
  EXECUTE format('ANALYZE reeve_index.%I', table_name);
  INSERT INTO reeve.search_generation(generation_id, collection_id, table_name, declared, documents)
  VALUES (new_id, collection_id, table_name, coll.search, built);
  INSERT INTO reeve.search_pointer AS p(collection_id, generation_id)
  VALUES (search_generation_create.collection_id, new_id)
  ON CONFLICT ON CONSTRAINT search_pointer_pkey DO UPDATE
  SET generation_id = excluded.generation_id;
  -- The one before stays: a reader may be in the middle of it, and it is the way back.
  FOR old_name IN
    DELETE FROM reeve.search_generation g
    WHERE g.collection_id = search_generation_create.collection_id AND g.generation_id < old_id
    RETURNING g.table_name
  LOOP
    EXECUTE format('DROP TABLE IF EXISTS reeve_index.%I', old_name);
  END LOOP;
  RETURN built;
END
$$;

COMMENT ON FUNCTION reeve.search_generation_create(int) IS
  'Builds a collection''s index anew and points at it, in the caller''s transaction; how many '
  'documents. The caller has locked the search reader.';
