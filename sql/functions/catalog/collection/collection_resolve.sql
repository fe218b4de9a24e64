CREATE OR REPLACE FUNCTION reeve.collection_resolve(app_name text, collection_name text)
RETURNS reeve.collection
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
BEGIN
  SELECT * INTO c FROM reeve.collection l
  WHERE l.app = app_name AND l.name = collection_name AND l.is_live;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no collection % in app %', collection_name, app_name
      USING ERRCODE = 'RV003', HINT = '`help` lists the collections.';
  END IF;
  RETURN c;
END
$$;

COMMENT ON FUNCTION reeve.collection_resolve(text, text) IS
  'The applied collection of that name; RV003 if there is none.';
