CREATE OR REPLACE FUNCTION randevoo.page_size(max_rows integer) RETURNS integer
LANGUAGE sql IMMUTABLE AS $body$
  SELECT CASE WHEN randevoo.require(max_rows >= 1, 'max_rows is 1 or more')
    THEN least(max_rows, 500) END
$body$;

COMMENT ON FUNCTION randevoo.page_size(integer) IS
'How many rows a page has of those that are asked for, 500 at most; RN012 for less than one.';
