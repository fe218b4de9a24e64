CREATE OR REPLACE FUNCTION reeve.member_holds(needed text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN reeve.rank_suffices(reeve.member_rank(), needed);
END
$$;

COMMENT ON FUNCTION reeve.member_holds(text) IS 'Whether the login''s rank suffices.';
