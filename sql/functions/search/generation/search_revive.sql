CREATE OR REPLACE FUNCTION reeve.search_revive(collection_id int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  coll reeve.collection;
  g reeve.search_generation;
BEGIN
  PERFORM reeve.search_permit(NULL, NULL);
  SELECT * INTO coll FROM reeve.collection c
  WHERE c.collection_id = search_revive.collection_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM reeve.search_generation n
    WHERE n.collection_id = search_revive.collection_id AND n.state = 'building') THEN
    RAISE EXCEPTION 'another generation of % is being built', coll.name USING ERRCODE = 'RV004',
      HINT = '`reeve search reindex` completes it.';
  END IF;
  SELECT * INTO g FROM reeve.search_generation n
  WHERE n.collection_id = search_revive.collection_id AND n.state = 'retired'
  ORDER BY n.built_at DESC, n.generation_id DESC LIMIT 1;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no earlier generation of %', coll.name USING ERRCODE = 'RV004';
  END IF;
  IF g.declared <> reeve.search_declared(coll) THEN
    RAISE EXCEPTION 'the previous generation of % belongs to another catalog', coll.name
      USING ERRCODE = 'RV005',
        HINT = 'Apply that catalog, then reindex or roll back.';
  END IF;
  UPDATE reeve.search_generation n SET state = 'building'
  WHERE n.generation_id = g.generation_id;
  PERFORM reeve.search_reader_add(g.generation_id);
  RETURN g.generation_id;
END
$$;

COMMENT ON FUNCTION reeve.search_revive(int) IS
  'Reopens a collection''s last retired generation as one being built, so that it can catch up '
  'and be swapped in. For installers.';
