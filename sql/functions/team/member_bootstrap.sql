CREATE OR REPLACE FUNCTION reeve.member_bootstrap(role_names text[]) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  added int;
  named text[];
BEGIN
  LOCK TABLE reeve.member IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM reeve.member m WHERE m.role_name <> ALL (role_names)) AND EXISTS (
    SELECT FROM reeve.member m WHERE reeve.member_rank_own(m.role_name) = 'senior')
  THEN
    RAISE EXCEPTION 'the first admins have already been named'
      USING ERRCODE = 'RV002', HINT = 'A senior can add a member.';
  END IF;
  WITH made AS (
    INSERT INTO reeve.member AS m(role_name, rank, added_by)
    SELECT DISTINCT r, 'senior', session_user FROM unnest(role_names) r
    ON CONFLICT (role_name) DO UPDATE
    SET rank = EXCLUDED.rank, added_by = EXCLUDED.added_by, added_at = clock_timestamp(),
      role_oid = EXCLUDED.role_oid, system_id = EXCLUDED.system_id
    WHERE m.role_oid IS DISTINCT FROM EXCLUDED.role_oid
    RETURNING m.role_name)
  SELECT count(*), array_agg(d.role_name ORDER BY d.role_name) INTO added, named FROM made d;
  IF added > 0 THEN
    PERFORM reeve.command_record('member.bootstrap', session_user,
      detail => jsonb_build_object('members', named));
  END IF;
  RETURN added;
END
$$;

COMMENT ON FUNCTION reeve.member_bootstrap(text[]) IS
  'Makes these logins seniors at the first install, or if no senior can act any more; returns '
  'how many were new, or created again under their name. RV002 otherwise.';
