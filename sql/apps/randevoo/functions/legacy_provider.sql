CREATE OR REPLACE FUNCTION randevoo.legacy_provider(account text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp
AS $body$
  SELECT l.provider FROM randevoo.legacy_sign_ins l
  WHERE l.account = legacy_provider.account AND l.provider IN ('google', 'facebook')
  ORDER BY l.is_current DESC, l.created_at DESC NULLS LAST, l.uid LIMIT 1
$body$;

COMMENT ON FUNCTION randevoo.legacy_provider(text) IS
'How somebody signed in to the former app, the latest of several ways.';

GRANT EXECUTE ON FUNCTION randevoo.legacy_provider(text) TO reeve_access;
