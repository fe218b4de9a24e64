CREATE OR REPLACE FUNCTION lode.averages()
RETURNS TABLE(student bigint, file text, what text, stored double precision, computed numeric)
LANGUAGE sql STABLE AS $body$
  SELECT t.student_id, t.file, v.what, v.stored, v.computed
  FROM lode.file_totals t
    -- Of the courses of that very file: another device may have known more.
    CROSS JOIN LATERAL (
      SELECT sum(c.final * c.credits)::numeric
          / nullif(sum(c.credits) FILTER (WHERE c.final IS NOT NULL), 0),
        sum(coalesce(c.final, c.expected) * c.credits)::numeric
          / nullif(sum(c.credits) FILTER (WHERE coalesce(c.final, c.expected) IS NOT NULL), 0)
      FROM lode.file_courses c WHERE (c.student_id, c.file) = (t.student_id, t.file))
      s (average, projected)
    CROSS JOIN LATERAL (VALUES ('average', t.average, s.average),
      ('projected average', t.projected, s.projected)) v (what, stored, computed)
  -- A file without an average holds 0.
  WHERE abs(coalesce(v.stored, 0) - coalesce(v.computed, 0)) > 0.005
$body$;

COMMENT ON FUNCTION lode.averages() IS
'Averages stored in files that are not what the courses of the same file make.';

GRANT EXECUTE ON FUNCTION lode.averages() TO reeve_access;
