CREATE OR REPLACE FUNCTION reeve.command_failed(
  verb text, state text, app text DEFAULT NULL, collection text DEFAULT NULL,
  key text DEFAULT NULL)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  IF (verb ~ '^[a-z][a-z0-9_-]{0,39}( [a-z]{1,20})?$' AND state ~ '^[0-9A-Z]{5}$') IS NOT TRUE THEN
    RAISE EXCEPTION 'a verb and an SQLSTATE are recorded' USING ERRCODE = 'RV001';
  END IF;
  IF collection IS NOT NULL THEN
    c := reeve.collection_resolve(app, collection);
    key := reeve.subject_key(c, key);
  END IF;
  PERFORM reeve.command_record(verb, session_user, NULL, c.collection_id,
    CASE WHEN c.collection_id IS NOT NULL THEN command_failed.key END, 'failed',
    detail => jsonb_build_object('sqlstate', state));
END
$$;

COMMENT ON FUNCTION reeve.command_failed(text, text, text, text, text) IS
  'Records that a command of the caller failed with this SQLSTATE and changed nothing; a program '
  'calls it after the rollback. Needs viewer.';

GRANT EXECUTE ON FUNCTION reeve.command_failed(text, text, text, text, text) TO reeve_viewer;
