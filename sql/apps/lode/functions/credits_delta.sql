CREATE OR REPLACE FUNCTION lode.credits_delta(student bigint, credits integer)
RETURNS TABLE(mark integer, average numeric, delta numeric)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, lode, pg_temp AS $body$
#variable_conflict use_column
BEGIN
  PERFORM lode.student_require(student);
  IF (credits_delta.credits BETWEEN 1 AND 1000) IS NOT TRUE THEN
    RAISE EXCEPTION '% CFU are not 1 to 1000', coalesce(credits_delta.credits::text, 'no')
      USING ERRCODE = 'LD002';
  END IF;
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
'For each mark from 18 to 30 of so many CFU more, as a student types them, what the average would
be, and how far that moves it; NULL where no credits are behind it. LD001, LD002 for less than one
or over 1000.';

GRANT EXECUTE ON FUNCTION lode.credits_delta(bigint, integer) TO lode_app;
