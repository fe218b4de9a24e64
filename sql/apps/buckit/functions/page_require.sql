CREATE OR REPLACE FUNCTION buckit.page_require(max_rows integer) RETURNS void
LANGUAGE sql IMMUTABLE AS $body$
  SELECT buckit.argument_require('max_rows', max_rows >= 1, '1 or more; above 500 is 500')
$body$;

COMMENT ON FUNCTION buckit.page_require(integer) IS
'Raises BK007 for a page of no rows.';
