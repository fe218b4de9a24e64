CREATE OR REPLACE FUNCTION reeve.person_accounts(collection_id int, keys text[])
RETURNS TABLE(key text, account text)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE ROWS 10 SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    WITH RECURSIVE person(key, account) AS (
      SELECT u.key, u.key FROM unnest(keys) u(key)
      UNION
      SELECT p.key, m.account
      FROM person p
      CROSS JOIN LATERAL (
        SELECT d.key AS account FROM reeve.mark d
        WHERE d.kind = 'merge' AND d.name = p.account
          AND d.collection_id = person_accounts.collection_id AND d.until > statement_timestamp()
        UNION ALL
        SELECT u.name FROM reeve.mark u
        WHERE u.kind = 'merge' AND u.key = p.account
          AND u.collection_id = person_accounts.collection_id AND u.until > statement_timestamp()
        ) m)
    SELECT p.key, p.account FROM person p;
END
$$;

COMMENT ON FUNCTION reeve.person_accounts(int, text[]) IS
  'Each of the keys with all accounts of its person, while the merges stand: itself, what was '
  'merged into it, what it was merged into, and what else was merged into that (account_keys: '
  'only those that were merged into it).';
