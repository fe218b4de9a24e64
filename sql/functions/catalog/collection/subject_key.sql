CREATE OR REPLACE FUNCTION reeve.subject_key(c reeve.collection, key text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- A number or a uuid that is written as the database writes it: its row would say no more.
  IF to_regclass(c.table_sql) = c.relation AND (
    SELECT CASE a.atttypid
      WHEN 'bigint'::regtype THEN key ~ '^[1-9][0-9]{0,17}$'
      WHEN 'integer'::regtype THEN key ~ '^[1-9][0-9]{0,8}$'
      WHEN 'uuid'::regtype THEN key ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' END
    FROM pg_attribute a
    WHERE a.attrelid = c.relation AND a.attname = c.key_columns[1] AND NOT a.attisdropped
      AND cardinality(c.key_columns) = 1)
  THEN
    RETURN key;
  END IF;
  RETURN coalesce(reeve.app_key(c.collection_id, key), key);
EXCEPTION WHEN data_exception OR check_violation OR not_null_violation THEN
  RAISE EXCEPTION 'no % has the key %', c.name, key
    USING ERRCODE = 'RV004', DETAIL = format('Its key is %s (%s).',
      array_to_string(c.key_columns, ', '), array_to_string(c.key_types, ', ')),
      HINT = format('`find %s NAME` looks for names.', c.name);
END
$$;

COMMENT ON FUNCTION reeve.subject_key(reeve.collection, text) IS
  'A subject''s key as its row writes it; as typed if there is no such row; RV004 for a text '
  'that cannot be a key.';
