CREATE OR REPLACE FUNCTION reeve.hand_assert() RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- An app's trigger runs with the hand's rights during the hand's UPDATE, and an owner may ALTER
  -- its functions: were one made INVOKER, the next call would run the app's code as our owner.
  -- They are found by whom they depend on: no index of pg_proc leads to an owner's.
  IF EXISTS (
    SELECT FROM pg_shdepend d JOIN pg_proc p ON p.oid = d.objid
    WHERE d.refclassid = 'pg_authid'::regclass AND d.refobjid = 'reeve_hand'::regrole
      AND d.deptype = 'o' AND d.classid = 'pg_proc'::regclass
      AND d.dbid = (SELECT b.oid FROM pg_database b WHERE b.datname = current_database())
      AND p.pronamespace = 'reeve'::regnamespace AND (NOT p.prosecdef OR p.proconfig IS NULL
        OR NOT p.proconfig @> ARRAY['search_path=pg_catalog, reeve, pg_temp']))
  THEN
    RAISE EXCEPTION 'a function of reeve_hand was altered'
      USING ERRCODE = 'RV002', HINT = 'Look for a hostile trigger in the app, then run `upgrade`.';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.hand_assert() IS
  'Raises RV002 unless every function of reeve_hand still runs as reeve_hand.';
