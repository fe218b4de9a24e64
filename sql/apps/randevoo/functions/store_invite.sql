CREATE OR REPLACE FUNCTION randevoo.store_invite(
  owner bigint, store bigint, phone text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.user_admit(owner, at), randevoo.store_owned(store, owner);
  PERFORM randevoo.phone_require(phone);
  -- Whoever verifies the number at the same time sees the invitation, or is seen here.
  PERFORM pg_advisory_xact_lock(hashtextextended('randevoo phone ' || store_invite.phone, 0));
  INSERT INTO randevoo.store_invitations (store_id, phone, customer_id, invited_at)
  VALUES (store, store_invite.phone, (
    SELECT p.user_id FROM randevoo.phones p
    WHERE p.phone = store_invite.phone), at)
  ON CONFLICT ON CONSTRAINT store_invitations_pkey DO NOTHING;
END
$body$;

COMMENT ON FUNCTION randevoo.store_invite IS
'Invites whoever has verified (phone_verify), or will verify, a telephone number such as
+39061234567, + and 6 to 15 digits, to a store and its branches. A number that is invited already
stays so.';

GRANT EXECUTE ON FUNCTION randevoo.store_invite TO randevoo_app;
