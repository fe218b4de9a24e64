CREATE OR REPLACE FUNCTION reeve.account_keys(collection_id int, keys text[])
RETURNS TABLE(key text, account text)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE ROWS 10 SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    WITH RECURSIVE own(key, account) AS (
      SELECT u.key, u.key FROM unnest(keys) u(key)
      UNION
      SELECT o.key, m.key FROM own o
      JOIN reeve.mark m ON m.kind = 'merge' AND m.name = o.account
        AND m.collection_id = account_keys.collection_id AND m.until > statement_timestamp())
    SELECT o.key, o.account FROM own o;
END
$$;

COMMENT ON FUNCTION reeve.account_keys(int, text[]) IS
  'Each of the keys with the accounts of its person: itself, and those that were merged into it, '
  'directly or through others, while the merges stand.';
