CREATE OR REPLACE FUNCTION reeve.report_file(
  app text, collection text, key text, words text DEFAULT NULL, policy text DEFAULT NULL,
  reporter text DEFAULT NULL)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  c reeve.collection;
  r reeve.collection;
  reporter_key text := substr(reporter, strpos(reporter, ':') + 1);
  taken bigint;
BEGIN
  PERFORM reeve.app_require(app);
  c := reeve.collection_resolve(app, collection);
  IF policy IS NOT NULL AND NOT EXISTS (
    -- Older clients of an app may still name a policy that was removed.
    SELECT FROM reeve.policy p WHERE p.app = report_file.app AND p.name = report_file.policy) THEN
    RAISE EXCEPTION 'app % never had a policy %', app, policy USING ERRCODE = 'RV001';
  END IF;
  key := reeve.subject_key(c, key);
  taken := reeve.evidence_capture(c.collection_id, key);
  IF taken IS NULL AND reeve.app_key(c.collection_id, key) IS NULL THEN
    RAISE EXCEPTION 'there is no %:%', collection, key USING ERRCODE = 'RV004';
  END IF;
  IF reporter IS NOT NULL THEN
    r := reeve.collection_resolve(app, split_part(reporter, ':', 1));
    reporter_key := reeve.subject_key(r, reporter_key);
  END IF;
  RETURN reeve.report_put(
    c.collection_id, key, policy, words, r.collection_id, reporter_key, NULL, evidence => taken);
END
$$;

COMMENT ON FUNCTION reeve.report_file(text, text, text, text, text, text) IS
  'A user of an app reports a subject, in the app''s transaction, which never waits. policy: the '
  'one said to be broken; reporter: who reports it, as user:42, NULL = unknown; words: cut to '
  '2000 characters. Returns the number of the report. RV001, RV003, RV004 name what does not '
  'exist; RV002: the login is not of that app.';

GRANT EXECUTE ON FUNCTION reeve.report_file(text, text, text, text, text, text) TO reeve_app;
