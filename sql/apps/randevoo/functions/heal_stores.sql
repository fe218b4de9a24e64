CREATE OR REPLACE FUNCTION randevoo.heal_stores() RETURNS SETOF text
LANGUAGE plpgsql AS $body$
BEGIN
  -- An export that is older than an erasure brings nothing of it back.
  DELETE FROM randevoo.legacy_infos l
  USING randevoo.stores s JOIN randevoo.users u ON u.id = s.owner_id AND u.is_erased
  WHERE s.legacy_id = l.business;
  RETURN QUERY SELECT * FROM randevoo.heal_policies();
  RETURN QUERY SELECT * FROM randevoo.heal_hours();
END
$body$;

COMMENT ON FUNCTION randevoo.heal_stores() IS
'Part of heal: gives stores the policies and hours of their documents.';
