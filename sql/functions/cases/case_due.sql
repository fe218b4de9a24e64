CREATE OR REPLACE FUNCTION reeve.case_due(
  opened_at timestamptz, severity text, weight double precision)
RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN weight > 0 THEN opened_at
    - CASE severity WHEN 'critical' THEN interval '192 h' WHEN 'high' THEN interval '108 h'
      WHEN 'medium' THEN interval '48 h' ELSE interval '12 h' END
    - make_interval(secs => 86400 * ln(1 + weight) / ln(2::double precision))
    ELSE 'infinity' END
$$;

COMMENT ON FUNCTION reeve.case_due(timestamptz, text, double precision) IS
  'A case''s position in the queue as a time: when it came in, less 12 h to 8 days for its '
  'severity and a day for each doubling of its reporters. A case with no report that counts '
  'comes last.';
