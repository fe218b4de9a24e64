CREATE OR REPLACE FUNCTION reeve.subject_resolve(app_name text, collection_name text, key text)
RETURNS reeve.collection
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection := reeve.collection_resolve(app_name, collection_name);
BEGIN
  EXECUTE format('SELECT %s', (
    SELECT string_agg(CASE WHEN cardinality(c.key_types) = 1 THEN format('$1::%s', t.name)
      ELSE format('($1::jsonb ->> %s)::%s', t.place - 1, t.name) END, ', ')
    FROM unnest(c.key_types) WITH ORDINALITY t(name, place))) USING key;
  RETURN c;
EXCEPTION WHEN data_exception THEN
  RAISE EXCEPTION 'no % has the key %', collection_name, key
    USING ERRCODE = 'RV004', DETAIL = format('Its key is %s (%s).',
      array_to_string(c.key_columns, ', '), array_to_string(c.key_types, ', ')),
      HINT = format('`find %s NAME` looks for names.', collection_name);
END
$$;

COMMENT ON FUNCTION reeve.subject_resolve(text, text, text) IS
  'The collection of a subject whose key at least has the right type; RV003, RV004.';
