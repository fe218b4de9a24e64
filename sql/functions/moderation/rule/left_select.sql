CREATE OR REPLACE FUNCTION reeve.left_select(
  rule_id int, keys text[], at timestamptz, mode text, max_rows bigint,
  into_key text DEFAULT NULL)
RETURNS TABLE(root text, key text, label text, after jsonb)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT s.root, s.key, s.label, s.after
    FROM reeve.app_select(rule_id, keys, at, 'infinity', '0', mode, max_rows, into_key) s;
EXCEPTION WHEN SQLSTATE 'RV006' THEN
  RAISE WARNING '%', SQLERRM USING HINT = reeve.catalog_remedy();
END
$$;

COMMENT ON FUNCTION reeve.left_select(int, text[], timestamptz, text, bigint, text) IS
  'The rows that one effect leaves to decide; none, with a warning, where the app''s tables do not '
  'allow to read them, so that those of others are listed.';
