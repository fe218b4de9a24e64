CREATE OR REPLACE FUNCTION reeve.duplicate_list(
  app text, collection text, kinds text[], max_rows int)
RETURNS TABLE(
  group_no bigint, key text, label text, shared text, is_verified boolean, accounts bigint,
  ban text, first_at timestamptz, last_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  c reeve.collection;
  unknown text;
BEGIN
  PERFORM reeve.member_require('moderator');
  c := reeve.collection_resolve(app, collection);
  PERFORM reeve.identifier_scanned(c);
  unknown := (SELECT min(k) FROM unnest(kinds) k WHERE NOT c.identifiers ? k);
  IF unknown IS NOT NULL THEN
    RAISE EXCEPTION 'the catalog declares no identifier % of %', unknown, c.name
      USING ERRCODE = 'RV003', HINT = format('One of: %s.', (
        SELECT string_agg(k, ', ') FROM jsonb_object_keys(c.identifiers) k));
  END IF;
  RETURN QUERY
    -- What over a thousand accounts share says next to nothing, as in link_list. Accounts that
    -- share several are one group, by the digest of their keys: collecting keys takes longer.
    WITH gone AS MATERIALIZED (
      SELECT m.key, reeve.account_kept(m.collection_id, m.key) AS kept
      FROM reeve.mark m
      WHERE m.kind = 'merge' AND m.collection_id = c.collection_id
        AND m.until > statement_timestamp()),
    shared AS (
      SELECT i.hmac, i.kind, count(*) AS accounts, bit_xor(hashtextextended(i.key, 0)) AS digest,
        bool_and(i.is_current) AS is_current,
        count(*) FILTER (WHERE i.is_verified) > 1 AS is_verified,
        bool_or(i.key IN (SELECT g.key FROM gone g)) AS is_merged
      FROM reeve.identifier i
      WHERE i.collection_id = c.collection_id AND (kinds IS NULL OR i.kind = ANY (kinds))
      GROUP BY i.hmac, i.kind HAVING count(*) BETWEEN 2 AND 1000),
    found AS (
      SELECT s.accounts, bool_or(s.is_verified) AS is_verified,
        string_agg(DISTINCT concat(CASE WHEN s.is_verified THEN 'verified ' END,
          CASE WHEN NOT s.is_current THEN 'former ' END, s.kind), ', ') AS shared,
        sum(ln(1 - reeve.identifier_weight(s.kind, s.accounts, s.is_current))) AS doubt,
        (array_agg(s.hmac))[1] AS hmac, (array_agg(s.kind))[1] AS kind
      FROM shared s
      -- Accounts that were merged are no duplicates of each other.
      WHERE s.is_merged IS NOT TRUE OR (
        SELECT count(DISTINCT coalesce(g.kept, i.key)) > 1
        FROM reeve.identifier i LEFT JOIN gone g ON g.key = i.key
        WHERE i.hmac = s.hmac AND i.kind = s.kind AND i.collection_id = c.collection_id)
      GROUP BY s.digest, s.accounts),
    numbered AS (
      SELECT row_number() OVER (
        ORDER BY f.is_verified DESC, f.doubt, f.accounts, f.hmac, f.kind) AS place, f.*
      FROM found f
      ORDER BY 1 LIMIT max_rows),
    member AS MATERIALIZED (
      SELECT n.*, m.key, m.first_at, m.last_at
      FROM numbered n
      -- `links` lists the others of a larger group.
      CROSS JOIN LATERAL (
        SELECT i.key, i.first_at, i.last_at FROM reeve.identifier i
        WHERE i.hmac = n.hmac AND i.kind = n.kind AND i.collection_id = c.collection_id
        ORDER BY i.key LIMIT 10) m
      ORDER BY n.place, m.key LIMIT max_rows),
    wanted AS MATERIALIZED (
      SELECT array_agg(DISTINCT m.key) AS keys FROM member m HAVING count(*) > 0),
    named AS MATERIALIZED (
      SELECT f.key, f.label FROM wanted w
      CROSS JOIN LATERAL reeve.app_find(c.collection_id, '', w.keys, cardinality(w.keys)) f),
    barred AS MATERIALIZED (
      SELECT b.key, b.action_id FROM wanted w
      CROSS JOIN LATERAL reeve.identifier_bars(c.collection_id, w.keys) b)
    SELECT m.place, m.key, f.label, m.shared, m.is_verified, m.accounts, 'A' || b.action_id,
      m.first_at, m.last_at
    FROM member m
    LEFT JOIN named f ON f.key = m.key
    LEFT JOIN barred b ON b.key = m.key
    ORDER BY m.place, m.key;
END
$$;

COMMENT ON FUNCTION reeve.duplicate_list(text, text, text[], int) IS
  'Groups of accounts of a collection that share an identifier of these kinds (NULL: any) and '
  'were not merged, those that share a verified one first, then the likeliest: one row an '
  'account, at most ten of each group, max_rows rows in all (NULL: no limit). shared: which '
  'kinds; accounts: how many share them; ban: the action that bars an account. The identifiers '
  'themselves are not shown; one that over 1,000 accounts share is left out. An account that is '
  'gone has no label. RV003 for a kind that is not declared. NULL: label, ban.';

GRANT EXECUTE ON FUNCTION reeve.duplicate_list(text, text, text[], int) TO reeve_viewer;
