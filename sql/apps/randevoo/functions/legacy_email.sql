CREATE OR REPLACE FUNCTION randevoo.legacy_email(account text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp
AS $body$
  SELECT l.email FROM randevoo.legacy_sign_ins l
  WHERE l.account = legacy_email.account AND l.email IS NOT NULL
  ORDER BY l.is_current DESC, l.created_at DESC NULLS LAST, l.uid LIMIT 1
$body$;

COMMENT ON FUNCTION randevoo.legacy_email(text) IS
'The e-mail address that somebody signed in with to the former app, the latest of several.';

GRANT EXECUTE ON FUNCTION randevoo.legacy_email(text) TO reeve_access;
