CREATE OR REPLACE FUNCTION reeve.member_rank() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT m.rank
  FROM reeve.member m
  WHERE m.role_name = session_user AND pg_has_role(session_user, 'reeve_' || m.rank, 'MEMBER')
$$;

COMMENT ON FUNCTION reeve.member_rank() IS
  'Rank of the login in this database: its row and the database role of that name; else NULL.';

GRANT EXECUTE ON FUNCTION reeve.member_rank() TO reeve_viewer, reeve_auditor, reeve_hand;
