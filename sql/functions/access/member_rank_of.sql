CREATE OR REPLACE FUNCTION reeve.member_rank_of(role_name text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  own constant text := reeve.member_rank_own(member_rank_of.role_name);
BEGIN
  RETURN CASE WHEN own IS NOT NULL
    THEN coalesce((reeve.glass_open(member_rank_of.role_name)).rank, own) END;
END
$$;

COMMENT ON FUNCTION reeve.member_rank_of(text) IS
  'Rank in which a login may act here, also one taken in an emergency; NULL for a superuser, who '
  'may not act, and for the session''s own login if the call does not come from the client''s own '
  'statement.';
