CREATE OR REPLACE FUNCTION randevoo.store_invitation_only_set(
  owner bigint, store bigint, is_invitation_only boolean, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.user_admit(owner, at), randevoo.store_owned(store, owner);
  PERFORM randevoo.require(store_invitation_only_set.is_invitation_only IS NOT NULL,
    'is_invitation_only is true or false');
  UPDATE randevoo.stores s
  SET is_invitation_only = store_invitation_only_set.is_invitation_only WHERE s.id = store;
END
$body$;

COMMENT ON FUNCTION randevoo.store_invitation_only_set IS
'Whether a store takes only customers whom it has invited (RN014 for others, slot_status says
uninvited); what is booked stays.';

GRANT EXECUTE ON FUNCTION randevoo.store_invitation_only_set TO randevoo_app;
