CREATE OR REPLACE FUNCTION sotravel.page_require(max_rows integer) RETURNS void
LANGUAGE sql IMMUTABLE AS $body$
  SELECT sotravel.argument_require('max_rows', max_rows >= 1, '1 or more; above 500 is 500')
$body$;

COMMENT ON FUNCTION sotravel.page_require(integer) IS
'Raises ST007 for a page of no rows.';
