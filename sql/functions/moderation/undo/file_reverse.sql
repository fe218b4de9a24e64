CREATE OR REPLACE FUNCTION reeve.file_reverse(originals bigint[], ids bigint[]) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  part record;
  app text;
  touched reeve.file_touched[];
BEGIN
  FOR part IN
    SELECT c, array_agg(e.key) AS keys, array_agg(u.action_id) AS ids
    FROM unnest(originals, ids) u(reverses, action_id)
    JOIN reeve.effect e ON e.action_id = u.reverses
    JOIN reeve.collection c USING (collection_id)
    GROUP BY c
  LOOP
    app := (part.c).app;
    touched := touched || reeve.file_note(part.c, part.keys, part.ids, FALSE, FALSE);
  END LOOP;
  RETURN CASE WHEN app IS NULL THEN '{}' ELSE
    jsonb_strip_nulls(jsonb_build_object('files', nullif(
      reeve.file_put(app, touched) - 'kept', '{}'))) END;
END
$$;

COMMENT ON FUNCTION reeve.file_reverse(bigint[], bigint[]) IS
  'Has the objects in buckets restored that rows name which these actions had changed, and which '
  'nothing hides any more; ids are the actions that end them. Returns files: as file_put.';
