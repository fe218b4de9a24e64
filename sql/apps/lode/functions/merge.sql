CREATE OR REPLACE FUNCTION lode.merge() RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, lode, pg_temp AS $body$
BEGIN
  RETURN QUERY SELECT * FROM lode.merge_courses();
  PERFORM lode.merge_dates();
  RETURN QUERY
    SELECT format('student %s, %s: the stored %s is %s, its courses make %s', a.student, a.file,
      a.what, round(a.stored::numeric, 3), coalesce(round(a.computed, 3)::text, 'none'))
    FROM lode.averages() a ORDER BY a.student, a.file, a.what;
END
$body$;

COMMENT ON FUNCTION lode.merge() IS
'After an import: makes one record of what the files of each student say, by the objects''
identifiers; the latest change counts. Returns which courses differed and which stored averages are
wrong, a line each. What is archived stays so.';
