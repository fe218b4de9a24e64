CREATE OR REPLACE FUNCTION reeve.link_list(app text, collection text, key text, max_rows int)
RETURNS TABLE(
  app_name text, collection_name text, other text, label text, shared text,
  confidence double precision, verdict text, barred_by bigint, barred_until timestamptz,
  first_at timestamptz, last_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
  own text[];
BEGIN
  PERFORM reeve.member_require('moderator');
  c := reeve.collection_resolve(app, collection);
  key := reeve.subject_key(c, key);
  PERFORM reeve.identifier_scanned(c);
  own := ARRAY(SELECT a.account FROM reeve.account_keys(c.collection_id, ARRAY[link_list.key]) a);
  RETURN QUERY
    WITH mine AS MATERIALIZED (
      SELECT i.kind, i.hmac, bool_or(i.is_current) AS is_current,
        bool_or(i.is_verified) AS is_verified
      FROM reeve.identifier i
      WHERE i.collection_id = c.collection_id AND i.key = ANY (own)
      GROUP BY i.kind, i.hmac),
    -- An identifier that over a thousand accounts share says next to nothing about two of them.
    held AS MATERIALIZED (
      SELECT m.kind, m.is_current AND o.is_current AS is_current,
        m.is_verified AND o.is_verified AS is_verified, o.collection_id, o.key,
        o.first_at, o.last_at, count(*) OVER (PARTITION BY m.kind, m.hmac) AS accounts
      FROM mine m
      CROSS JOIN LATERAL (
        SELECT i.* FROM reeve.identifier i JOIN reeve.collection l USING (collection_id)
        WHERE i.hmac = m.hmac AND i.kind = m.kind AND l.app = c.app
        LIMIT 1000) o),
    tie AS (
      SELECT h.*, reeve.identifier_weight(h.kind, h.accounts, h.is_current) AS weight
      FROM held h
      WHERE (h.collection_id <> c.collection_id OR h.key <> ALL (own)) AND h.accounts > 1),
    linked AS (
      SELECT t.collection_id, t.key, 1 - exp(sum(ln(1 - t.weight))) AS confidence,
        string_agg(format('%s%s%s (%s accounts)', CASE WHEN t.is_verified THEN 'verified ' END,
          CASE WHEN NOT t.is_current THEN 'former ' END, t.kind,
          CASE WHEN t.accounts >= 1000 THEN 'over 1000' ELSE t.accounts::text END), ', '
          ORDER BY t.weight DESC, t.kind) AS shared,
        min(t.first_at) AS first_at, max(t.last_at) AS last_at
      FROM tie t GROUP BY t.collection_id, t.key
      ORDER BY 3 DESC, t.collection_id, t.key LIMIT max_rows)
    SELECT o.app, o.name, n.key, f.label, n.shared, round(n.confidence::numeric,
      2)::double precision,
      CASE WHEN n.confidence >= 0.9 THEN 'almost surely' WHEN n.confidence >= 0.5 THEN 'likely'
        WHEN n.confidence >= 0.1 THEN 'possible' ELSE 'weak' END,
      a.action_id, a.until, n.first_at, n.last_at
    FROM linked n
    JOIN reeve.collection o ON o.collection_id = n.collection_id
    LEFT JOIN LATERAL reeve.app_labels(n.collection_id, ARRAY[n.key]) f ON TRUE
    LEFT JOIN reeve.action a ON a.action_id = reeve.identifier_barred(n.collection_id, n.key)
    ORDER BY n.confidence DESC, n.collection_id, n.key;
END
$$;

COMMENT ON FUNCTION reeve.link_list(text, text, text, int) IS
  'Accounts of the same app that share an identifier with one, or with those merged into it, the '
  'likeliest first: which kinds, verified of both or not, how many accounts share each, the '
  'evidence for one person behind both (0 to 1, and in words), and whether the other is barred. '
  'The identifiers themselves are not shown. RV003 if none is declared. NULL: label, barred_by, '
  'barred_until.';

GRANT EXECUTE ON FUNCTION reeve.link_list(text, text, text, int) TO reeve_viewer;
