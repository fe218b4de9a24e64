CREATE OR REPLACE FUNCTION reeve.notice_masked(app text, template text) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(array_agg(DISTINCT w.key), '{}')
  FROM reeve.app a
  CROSS JOIN LATERAL unnest(ARRAY['actions', 'stale']) part
  CROSS JOIN LATERAL jsonb_path_query(a.manifest -> part, '$.** ? (@.template == $t).with',
    jsonb_build_object('t', notice_masked.template)) p(body)
  CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(p.body) WHEN 'object' THEN p.body END) w
  WHERE a.app = notice_masked.app AND EXISTS (
    SELECT FROM reeve.collection c CROSS JOIN LATERAL unnest(c.personal_columns) n(name)
    WHERE c.app = a.app AND strpos(w.value, n.name) > 0)
$$;

COMMENT ON FUNCTION reeve.notice_masked(text, text) IS
  'The placeholders of a template whose values may come from personal columns of an app.';
