CREATE OR REPLACE FUNCTION reeve.left_list(only_action bigint, only_app text, max_rows int)
RETURNS TABLE(
  left_by text, app text, collection text, key text, label text, effect text, due timestamptz,
  policy text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC'
AS $$
DECLARE
  is_ahead boolean;
  still int := coalesce(max_rows, 2000000000);
  listed int;
BEGIN
  PERFORM reeve.member_require('viewer');
  IF only_action IS NOT NULL
    AND NOT EXISTS (SELECT FROM reeve.action a WHERE a.action_id = only_action) THEN
    RAISE EXCEPTION 'there is no action A%', only_action USING ERRCODE = 'RV004';
  END IF;
  -- Rows whose time is over come last, and are not searched for until then.
  FOREACH is_ahead IN ARRAY '{true,false}'::boolean[] LOOP
    RETURN QUERY
      SELECT 'A' || l.action_id, l.app, l.collection, l.key, l.label, l.effect, l.due, a.policy
      FROM reeve.left_rows(only_action, only_app, is_ahead, still)
        WITH ORDINALITY l(action_id, app, collection, key, label, effect, due, place)
      JOIN reeve.action a USING (action_id)
      ORDER BY l.place;
    GET DIAGNOSTICS listed = ROW_COUNT;
    still := still - listed;
    EXIT WHEN still = 0;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.left_list(bigint, text, int) IS
  'Rows that actions in force left for somebody to decide and nobody has decided: rows that an '
  'effect with list: true still finds, of one action, of one app, or of all (NULL). left_by: the '
  'action, as A12. due: the deadline. policy: that of the action. RV004. NULL: label, due, '
  'policy.';

GRANT EXECUTE ON FUNCTION reeve.left_list(bigint, text, int) TO reeve_viewer;
