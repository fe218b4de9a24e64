CREATE OR REPLACE FUNCTION lode.stats(student bigint, OUT credits bigint,
  OUT average numeric, OUT projected numeric, OUT passed bigint, OUT active bigint)
LANGUAGE sql STABLE AS $body$
  SELECT coalesce(sum(c.credits) FILTER (WHERE c.final IS NOT NULL), 0),
    sum(c.final * c.credits)::numeric
      / nullif(sum(c.credits) FILTER (WHERE c.final IS NOT NULL), 0),
    sum(m.mark * c.credits)::numeric
      / nullif(sum(c.credits) FILTER (WHERE m.mark IS NOT NULL), 0),
    count(*) FILTER (WHERE c.final IS NOT NULL), count(*) FILTER (WHERE c.final IS NULL)
  FROM lode.courses c
    CROSS JOIN LATERAL (SELECT coalesce(c.final, c.expected)) m(mark)
  WHERE c.student_id = stats.student
$body$;

COMMENT ON FUNCTION lode.stats(bigint) IS
'Credits taken, the average of final marks weighted by credits, and the same with expected marks for
courses without a final one. NULL if no credits are behind it.';

GRANT EXECUTE ON FUNCTION lode.stats(bigint) TO reeve_access, lode_app;
