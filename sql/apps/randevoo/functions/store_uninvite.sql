CREATE OR REPLACE FUNCTION randevoo.store_uninvite(
  owner bigint, store bigint, phone text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.user_admit(owner, at), randevoo.store_owned(store, owner);
  PERFORM randevoo.phone_require(phone);
  DELETE FROM randevoo.store_invitations i
  WHERE i.store_id = store AND i.phone = store_uninvite.phone;
END
$body$;

COMMENT ON FUNCTION randevoo.store_uninvite IS
'Takes the invitation of a telephone number back; what is booked stays. A number that is not invited
changes nothing.';

GRANT EXECUTE ON FUNCTION randevoo.store_uninvite TO randevoo_app;
