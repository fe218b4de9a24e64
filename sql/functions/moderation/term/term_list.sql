CREATE OR REPLACE FUNCTION reeve.term_list(only_app text DEFAULT NULL)
RETURNS TABLE(
  app text, kind text, title text, version text, state text, effective_on date,
  announced_at timestamptz, locales text[], limit_name text,
  limit_at timestamptz, is_consent boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC'
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT t.app, t.kind, t.title, v.version,
      CASE WHEN v.term_id = f.term_id THEN 'in force'
        WHEN v.effective_on > (statement_timestamp() AT TIME ZONE 'UTC')::date THEN 'announced'
        ELSE 'past' END,
      v.effective_on, v.announced_at,
      ARRAY(SELECT x.locale FROM reeve.term_text x WHERE x.term_id = v.term_id ORDER BY 1),
      t.limit_name, v.effective_on::timestamp AT TIME ZONE 'UTC' + t.limit_after, t.is_consent
    FROM reeve.term t
    LEFT JOIN LATERAL reeve.term_in_force(t.app, t.kind, statement_timestamp()) f ON TRUE
    JOIN reeve.term_version v ON v.app = t.app AND v.kind = t.kind
    WHERE t.is_live AND (only_app IS NULL OR t.app = only_app)
    ORDER BY t.app, t.kind, v.effective_on DESC;
END
$$;

COMMENT ON FUNCTION reeve.term_list(text) IS
  'The versions of the terms of an app (NULL: all), newest first: whether each is announced, in '
  'force or past, in which languages it is, and from when on which limit applies to whoever has '
  'not accepted it. Needs viewer. NULL: limit_name, limit_at.';

GRANT EXECUTE ON FUNCTION reeve.term_list(text) TO reeve_viewer;
