CREATE OR REPLACE FUNCTION reeve.flag_statement(flag_id int, is_learning boolean) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN is_learning THEN f.learn_sql ELSE f.select_sql END
  FROM reeve.flag f WHERE f.flag_id = flag_statement.flag_id
$$;

COMMENT ON FUNCTION reeve.flag_statement(int, boolean) IS
  'A compiled statement of a flag, for the hand, which has no right on any table of Reeve''s.';

GRANT EXECUTE ON FUNCTION reeve.flag_statement(int, boolean) TO reeve_hand;
