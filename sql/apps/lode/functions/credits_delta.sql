CREATE OR REPLACE FUNCTION lode.credits_delta(student bigint, credits integer)
RETURNS TABLE(mark integer, average numeric, delta numeric)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, lode, pg_temp AS $body$
BEGIN
  PERFORM lode.student_require(student);
  PERFORM lode.require(credits_delta.credits BETWEEN 1 AND 1000, 'credits are 1 to 1000');
  RETURN QUERY
    SELECT d.mark, d.average, d.delta
    FROM (
      SELECT coalesce(sum(o.final * o.credits), 0)::numeric, coalesce(sum(o.credits), 0)
      FROM lode.courses o
      WHERE o.student_id = credits_delta.student AND o.final IS NOT NULL) t(points, credits)
      CROSS JOIN LATERAL lode.mark_deltas(t.points, t.credits, credits_delta.credits) d;
END
$body$;

COMMENT ON FUNCTION lode.credits_delta(bigint, integer) IS
'For each mark from 18 to 30 of so many CFU more, 1 to 1000, as a student types them, one row each:
the average that it would make, and delta, how far that moves the present one, above 0 where it
rises; both unrounded. delta is NULL for a student without a passed course.';

GRANT EXECUTE ON FUNCTION lode.credits_delta(bigint, integer) TO lode_app;
