CREATE OR REPLACE FUNCTION reeve.strike_list(app text, collection text, key text)
RETURNS TABLE(
  at timestamptz, action_id bigint, kind text, subject text, policy text, weight int,
  expires_at timestamptz, state text, total int, next_at int, proposes text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  key := reeve.subject_key(c, key);
  RETURN QUERY
    WITH strike AS MATERIALIZED (
      SELECT *
      FROM reeve.strike_weigh(c.collection_id, ARRAY[strike_list.key], clock_timestamp())),
    whole(total) AS (
      SELECT coalesce(sum(s.weight), 0)::int FROM strike s WHERE s.counts)
    SELECT a.performed_at, a.action_id, a.verb, o.name || ':' || a.key, a.policy, s.weight,
      s.expires_at, CASE WHEN s.voided_by = s.action_id THEN 'voided on appeal'
        WHEN s.voided_by IS NOT NULL THEN 'voided by A' || s.voided_by
        WHEN s.counts THEN 'counts' ELSE 'expired' END,
      w.total, t.at, t.proposes
    FROM strike s
    JOIN reeve.action a USING (action_id)
    JOIN reeve.collection o ON o.collection_id = a.collection_id
    CROSS JOIN whole w
    LEFT JOIN LATERAL (
      SELECT (t.body ->> 'at')::int, concat_ws(' for ', t.body ->> 'propose', t.body ->> 'for')
      FROM reeve.app m
      CROSS JOIN LATERAL jsonb_array_elements(m.manifest #> '{strikes,thresholds}') t(body)
      WHERE m.app = c.app AND (t.body ->> 'at')::int > w.total
      ORDER BY (t.body ->> 'at')::int LIMIT 1) t(at, proposes) ON TRUE
    ORDER BY a.action_id DESC;
END
$$;

COMMENT ON FUNCTION reeve.strike_list(text, text, text) IS
  'The strikes of a person, newest first: reason, weight, expiry, whether they count; and their '
  'sum, the next threshold and the action proposed there. NULL: policy, expires_at, next_at, '
  'proposes.';

GRANT EXECUTE ON FUNCTION reeve.strike_list(text, text, text) TO reeve_viewer;
