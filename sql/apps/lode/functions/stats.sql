CREATE OR REPLACE FUNCTION lode.stats(student bigint, OUT credits bigint,
  OUT average numeric, OUT projected numeric, OUT passed bigint, OUT active bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, lode, pg_temp AS $body$
BEGIN
  PERFORM lode.student_require(student);
  SELECT coalesce(sum(c.credits) FILTER (WHERE c.final IS NOT NULL), 0),
    sum(c.final * c.credits)::numeric
      / nullif(sum(c.credits) FILTER (WHERE c.final IS NOT NULL), 0),
    sum(m.mark * c.credits)::numeric
      / nullif(sum(c.credits) FILTER (WHERE m.mark IS NOT NULL), 0),
    count(*) FILTER (WHERE c.final IS NOT NULL), count(*) FILTER (WHERE c.final IS NULL)
  INTO stats.credits, stats.average, stats.projected, stats.passed, stats.active
  FROM lode.courses c
    CROSS JOIN LATERAL (SELECT coalesce(c.final, c.expected)) m(mark)
  WHERE c.student_id = stats.student;
END
$body$;

COMMENT ON FUNCTION lode.stats(bigint) IS
'credits: CFU of passed courses. average: of their final marks, weighted by credits; projected: the
same with expected marks for courses without a final one; both unrounded, NULL if no credits are
behind them. passed, active: how many courses. 30 cum laude counts 30.';

GRANT EXECUTE ON FUNCTION lode.stats(bigint) TO reeve_access, lode_app;
