CREATE OR REPLACE FUNCTION reeve.import_get(import_id int, kind text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE kind WHEN 'write' THEN i.write_sql ELSE i.compare_sql END
  FROM reeve.import i WHERE i.import_id = import_get.import_id
$$;

COMMENT ON FUNCTION reeve.import_get(int, text) IS
  'The statement of an import, for the hand, which has no right on any table of Reeve''s.';

GRANT EXECUTE ON FUNCTION reeve.import_get(int, text) TO reeve_hand;
