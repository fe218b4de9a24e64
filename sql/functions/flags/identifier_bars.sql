CREATE OR REPLACE FUNCTION reeve.identifier_bars(collection_id int, keys text[])
RETURNS TABLE(key text, action_id bigint, until timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH RECURSIVE own(key, account) AS (
    SELECT u.key, u.key FROM unnest(keys) u(key)
    UNION
    SELECT o.key, m.name FROM own o
    JOIN reeve.mark m ON m.collection_id = identifier_bars.collection_id AND m.key = o.account
      AND m.kind = 'merge' AND m.until > clock_timestamp())
  SELECT DISTINCT ON (o.key) o.key, b.action_id, b.until
  FROM own o
  JOIN reeve.account_bars(identifier_bars.collection_id, ARRAY(
    SELECT DISTINCT x.account FROM own x)) b ON b.key = o.account
  ORDER BY o.key, b.until DESC, b.action_id DESC
$$;

COMMENT ON FUNCTION reeve.identifier_bars(int, text[]) IS
  'Of these subjects, those with a ban or suspension in force, on themselves or on the account '
  'into which they were merged, each with the one that lasts longest.';
