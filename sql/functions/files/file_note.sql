CREATE OR REPLACE FUNCTION reeve.file_note(
  c reeve.collection, keys text[], action_ids bigint[], is_final boolean, is_erased boolean)
RETURNS reeve.file_touched[]
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN ARRAY(
    SELECT (u.action_id, c.collection_id, f.key, f.bucket, f.object, file_note.is_final,
      file_note.is_erased)::reeve.file_touched
    FROM reeve.app_files(c, keys) f JOIN unnest(keys, action_ids) u(key, action_id) USING (key));
EXCEPTION WHEN SQLSTATE 'RV006' THEN
  -- A restriction does not fail because of what it could not say elsewhere; doctor reports it.
  INSERT INTO reeve.outside(action_id, collection_id, key, effect, sends, state, ended_at, error,
    file, is_erased)
  SELECT u.action_id, c.collection_id, u.key, 'files.state', 'files.withdraw', 'failed',
    clock_timestamp(), left(SQLERRM, 1000),
    sha256(convert_to(jsonb_build_array(c.collection_id, u.key)::text, 'UTF8')),
    file_note.is_erased
  FROM unnest(keys, action_ids) u(key, action_id);
  RETURN '{}';
END
$$;

COMMENT ON FUNCTION reeve.file_note(reeve.collection, text[], bigint[], boolean, boolean) IS
  'Which objects in buckets these rows name, before an action changes the rows: is_final, for '
  'good; is_erased, by an erasure. action_ids: one for each of keys. Names that cannot be read are '
  'failed effects. Give them to file_put once everything is changed.';
