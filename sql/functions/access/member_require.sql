CREATE OR REPLACE FUNCTION reeve.member_require(needed text) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF NOT reeve.member_holds(needed) THEN
    RAISE EXCEPTION '% lacks the rank %', session_user, needed
      USING ERRCODE = 'RV002',
        DETAIL = CASE WHEN reeve.client_calls()
          THEN format('Its rank in this database is %s.', coalesce(reeve.member_rank(), 'none'))
          ELSE 'A rank counts in a statement that is one call of a function of Reeve and nothing '
            'else.' END,
        HINT = 'A senior can add a member; `whoami` shows your rank.';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.member_require(text) IS 'Raises RV002 unless the login''s rank suffices.';
