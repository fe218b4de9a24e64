CREATE OR REPLACE FUNCTION randevoo.legacy_user(account text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp
AS $body$
  SELECT coalesce(
    (SELECT u.id FROM randevoo.users u WHERE u.legacy_id = legacy_user.account),
    (SELECT s.owner_id FROM randevoo.stores s WHERE s.legacy_id = legacy_user.account))
$body$;

COMMENT ON FUNCTION randevoo.legacy_user(text) IS
'The user that an account of the former app is: a person, or the owner of a business. NULL for an
unknown one.';

GRANT EXECUTE ON FUNCTION randevoo.legacy_user(text) TO reeve_access;
