CREATE OR REPLACE FUNCTION reeve.collection_resolve(app_name text, collection_name text)
RETURNS reeve.collection
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  found reeve.collection;
BEGIN
  SELECT * INTO found FROM reeve.collection c
  WHERE c.app = app_name AND c.name = collection_name AND c.is_live;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no collection % in app %', collection_name, app_name
      USING ERRCODE = 'RV003', HINT = '`help` lists the collections.';
  END IF;
  RETURN found;
END
$$;

COMMENT ON FUNCTION reeve.collection_resolve(text, text) IS
  'The applied collection of that name; RV003 when there is none.';
