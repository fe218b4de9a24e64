CREATE OR REPLACE FUNCTION reeve.term_person(
  app text, person text, OUT c reeve.collection, OUT key text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_variable
BEGIN
  c := reeve.collection_resolve(app, split_part(person, ':', 1));
  key := reeve.app_key(c.collection_id, substr(person, strpos(person, ':') + 1));
  IF key IS NULL OR EXISTS (
    SELECT FROM reeve.forgotten f
    WHERE f.collection_id = c.collection_id AND f.key = term_person.key)
  THEN
    RAISE EXCEPTION 'there is no %', left(person, 200) USING ERRCODE = 'RV004';
  END IF;
EXCEPTION WHEN data_exception OR check_violation OR not_null_violation THEN
  RAISE EXCEPTION 'there is no %', left(person, 200) USING ERRCODE = 'RV004';
END
$$;

COMMENT ON FUNCTION reeve.term_person(text, text) IS
  'The collection and the key of a person of an app, such as user:42. RV003; RV004 for one that '
  'does not exist or was erased.';
