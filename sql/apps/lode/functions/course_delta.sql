CREATE OR REPLACE FUNCTION lode.course_delta(course bigint, student bigint DEFAULT NULL)
RETURNS TABLE(mark integer, average numeric, delta numeric)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, lode, pg_temp AS $body$
DECLARE
  c lode.courses;
BEGIN
  SELECT x.* INTO c FROM lode.courses x
  WHERE x.id = course AND x.student_id = coalesce(course_delta.student, x.student_id);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no course %', course USING ERRCODE = 'LD001';
  END IF;
  PERFORM lode.student_require(c.student_id);
  RETURN QUERY
    SELECT d.mark, d.average, d.delta
    FROM (
      SELECT coalesce(sum(o.final * o.credits), 0)::numeric, coalesce(sum(o.credits), 0)
      FROM lode.courses o
      WHERE o.student_id = c.student_id AND o.id <> c.id AND o.final IS NOT NULL) t(points, credits)
      CROSS JOIN LATERAL lode.mark_deltas(t.points, t.credits, c.credits) d;
END
$body$;

COMMENT ON FUNCTION lode.course_delta(bigint, bigint) IS
'For each mark from 18 to 30 of a course, one row each: the average that it would make, and delta,
how far that moves it from the average without the course, above 0 where it rises; both unrounded,
NULL where no credits are behind them. student: whose course it has to be; a server passes it
always, NULL is the back office''s. LD001: no such course of theirs.';

GRANT EXECUTE ON FUNCTION lode.course_delta(bigint, bigint) TO reeve_access, lode_app;
