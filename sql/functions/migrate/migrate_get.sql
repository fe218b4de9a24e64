CREATE OR REPLACE FUNCTION reeve.migrate_get(copy_id int, kind text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT c.statements ->> kind FROM reeve.live_copy c WHERE c.copy_id = migrate_get.copy_id
$$;

COMMENT ON FUNCTION reeve.migrate_get(int, text) IS
  'A statement of a live copy, for the hand, which has no right on any table of Reeve''s.';

GRANT EXECUTE ON FUNCTION reeve.migrate_get(int, text) TO reeve_hand;
