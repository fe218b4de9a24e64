CREATE OR REPLACE FUNCTION randevoo.legacy_store(account text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp
AS $body$
  SELECT coalesce(
    (SELECT s.id FROM randevoo.stores s WHERE s.legacy_id = legacy_store.account),
    (SELECT CASE WHEN count(*) = 1 THEN min(s.id) END FROM randevoo.stores s
      JOIN randevoo.users u ON u.id = s.owner_id
      WHERE u.legacy_id = legacy_store.account AND s.legacy_id IS NOT NULL))
$body$;

COMMENT ON FUNCTION randevoo.legacy_store(text) IS
'The store that a business of the former app is, or of a person the only one that they had, as older
products name their seller. NULL if there is none.';

GRANT EXECUTE ON FUNCTION randevoo.legacy_store(text) TO reeve_access;
