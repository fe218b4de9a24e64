CREATE OR REPLACE FUNCTION reeve.term_arguments(
  t reeve.term, v reeve.term_version, label text)
RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object('label', label, 'terms', t.title,
    'version', v.version, 'effective', v.effective_on,
    'until', v.effective_on::timestamp AT TIME ZONE 'UTC' + t.limit_after))
$$;

COMMENT ON FUNCTION reeve.term_arguments(reeve.term, reeve.term_version, text) IS
  'What a reminder of terms says: label, terms, version, effective (a day) and, where a limit is '
  'declared, until, from when on it applies.';
