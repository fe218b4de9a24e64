CREATE OR REPLACE FUNCTION randevoo.legacy_people() RETURNS TABLE(id bigint, key text)
LANGUAGE sql STABLE AS $body$
  SELECT u.id, randevoo.legacy_key(u.legacy_id, 'users', u.id, u.created_at)
  FROM randevoo.users u WHERE NOT u.is_erased
$body$;

COMMENT ON FUNCTION randevoo.legacy_people() IS
'Who is written out, with the ids of their documents; not who was erased.';
