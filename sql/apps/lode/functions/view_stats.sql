CREATE OR REPLACE FUNCTION lode.view_stats(key text)
RETURNS TABLE(credits bigint, average numeric, projected numeric, passed bigint, active bigint)
LANGUAGE sql STABLE AS $body$
  SELECT s.credits, round(s.average, 2), round(s.projected, 2), s.passed, s.active
  FROM lode.stats(key::bigint) s
$body$;

COMMENT ON FUNCTION lode.view_stats(text) IS 'For the back office: a student''s statistics.';
