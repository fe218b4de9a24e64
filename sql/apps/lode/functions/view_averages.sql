CREATE OR REPLACE FUNCTION lode.view_averages()
RETURNS TABLE(student text, file text, what text, stored numeric, computed numeric)
LANGUAGE sql STABLE AS $body$
  SELECT 'student:' || a.student, a.file, a.what, round(a.stored::numeric, 2), round(a.computed, 2)
  FROM lode.averages() a ORDER BY a.student, a.file, a.what
$body$;

COMMENT ON FUNCTION lode.view_averages() IS
'For the back office: averages stored in files that their courses do not make.';
