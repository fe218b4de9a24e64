CREATE OR REPLACE FUNCTION lode.view_delta(key text)
RETURNS TABLE(mark integer, average numeric, delta numeric)
LANGUAGE sql STABLE AS $body$
  SELECT d.mark, round(d.average, 2), round(d.delta, 2) FROM lode.course_delta(key::bigint) d
$body$;

COMMENT ON FUNCTION lode.view_delta(text) IS
'For the back office: how far each mark of a course would move the average.';
