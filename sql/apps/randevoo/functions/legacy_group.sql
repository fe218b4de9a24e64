CREATE OR REPLACE FUNCTION randevoo.legacy_group(messenger text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp
AS $body$
  SELECT k.row_id FROM randevoo.legacy_taken k
  WHERE k.kind = 'messenger' AND k.legacy_id = legacy_group.messenger
$body$;

COMMENT ON FUNCTION randevoo.legacy_group(text) IS
'The chat that a messenger of the former app became; NULL if it is not between a customer and a
store.';

GRANT EXECUTE ON FUNCTION randevoo.legacy_group(text) TO reeve_access;
