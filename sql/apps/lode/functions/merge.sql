CREATE OR REPLACE FUNCTION lode.merge(constants jsonb) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, lode, pg_temp AS $body$
DECLARE
  owner bigint := constants ->> 'student';
BEGIN
  PERFORM lode.merge_objects(owner);
  RETURN QUERY SELECT * FROM lode.merge_courses(owner);
  PERFORM lode.merge_dates(owner);
  RETURN QUERY
    SELECT format('student %s: exams of which the app kept no course: %s, such as exam %s', owner,
      count(*), min(e.id))
    FROM lode.exams e WHERE e.student_id = owner AND e.course_id IS NULL HAVING count(*) > 0;
  RETURN QUERY
    SELECT format('student %s, %s: the stored %s is %s, its courses make %s', a.student, a.file,
      a.what, round(a.stored::numeric, 3), coalesce(round(a.computed, 3)::text, 'none'))
    FROM lode.averages() a WHERE a.student = owner ORDER BY a.file, a.what;
END
$body$;

COMMENT ON FUNCTION lode.merge(jsonb) IS
'After an import of a student''s files, its constants being given: makes one record of what they
say; the latest change of each object counts. It returns which courses differed, how many
exams have no course, and which stored averages are wrong, a line each. What is archived stays so.';
