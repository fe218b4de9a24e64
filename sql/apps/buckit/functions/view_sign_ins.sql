CREATE OR REPLACE FUNCTION buckit.view_sign_ins() RETURNS TABLE(way text, users bigint)
LANGUAGE sql STABLE
AS $body$
  SELECT i.provider, count(DISTINCT i.user_id) FROM buckit.identities i GROUP BY i.provider
  ORDER BY i.provider
$body$;

COMMENT ON FUNCTION buckit.view_sign_ins() IS
'For the back office: the ways to sign in, and how many users have each.';
