CREATE OR REPLACE FUNCTION reeve.hand_assert() RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- An app's trigger runs with the hand's rights during the hand's UPDATE, and an owner may ALTER
  -- its functions: were one made INVOKER, the next call would run the app's code as our owner.
  IF EXISTS (
    SELECT FROM pg_proc p
    WHERE p.pronamespace = 'reeve'::regnamespace AND p.proowner = 'reeve_hand'::regrole
      AND (NOT p.prosecdef OR p.proconfig IS NULL
        OR NOT p.proconfig @> ARRAY['search_path=pg_catalog, reeve, pg_temp']))
  THEN
    RAISE EXCEPTION 'a function of reeve_hand was altered'
      USING ERRCODE = 'RV002', HINT = 'Look for a hostile trigger in the app, then run `upgrade`.';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.hand_assert() IS
  'Raises RV002 unless every function of reeve_hand still runs as reeve_hand.';
