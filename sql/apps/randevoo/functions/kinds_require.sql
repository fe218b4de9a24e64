CREATE OR REPLACE FUNCTION randevoo.kinds_require(kinds text[], argument text) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $body$
  SELECT randevoo.require(coalesce(array_ndims(kinds), 1) = 1 AND (
      SELECT count(*) <= 50 AND count(DISTINCT k) = count(*)
        AND coalesce(bool_and(char_length(k) BETWEEN 1 AND 50), TRUE)
      FROM unnest(kinds) k),
    argument || ' are at most 50 different texts of 1 to 50 characters')
$body$;

COMMENT ON FUNCTION randevoo.kinds_require(text[], text) IS
'Raises RN012 unless a product can come in these sizes or colours; NULL and none are as good.';
