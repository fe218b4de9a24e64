CREATE OR REPLACE FUNCTION reeve.flag_span(span interval) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN s.seconds >= 172800 THEN round(s.seconds / 86400) || ' d'
    WHEN s.seconds >= 5400 THEN round(s.seconds / 3600) || ' h'
    WHEN s.seconds >= 60 THEN round(s.seconds / 60) || ' min' ELSE round(s.seconds) || ' s' END
  FROM (SELECT extract(epoch FROM span)) s(seconds)
$$;

COMMENT ON FUNCTION reeve.flag_span(interval) IS 'A duration in one unit: 52 min.';
