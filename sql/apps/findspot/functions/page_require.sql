CREATE OR REPLACE FUNCTION findspot.page_require(max_rows integer) RETURNS void
LANGUAGE sql IMMUTABLE AS $body$
  SELECT findspot.argument_require('max_rows', max_rows >= 1, '1 or more; above 500 is 500')
$body$;

COMMENT ON FUNCTION findspot.page_require(integer) IS
'Raises FS005 for a page of no rows.';
