CREATE OR REPLACE FUNCTION reeve.term_accept(
  app text, person text, kind text, version text, locale text)
RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  p record;
  v reeve.term_version;
  accepted timestamptz;
BEGIN
  PERFORM reeve.app_require(app);
  SELECT * INTO p FROM reeve.term_person(app, person);
  v := reeve.term_offered(app, p.c, kind, version, locale, FALSE);
  SELECT a.at INTO accepted FROM reeve.acceptance a
  WHERE a.collection_id = (p.c).collection_id AND a.key = p.key AND a.term_id = v.term_id;
  IF accepted IS NULL THEN
    PERFORM reeve.term_current(v);
    INSERT INTO reeve.acceptance(term_id, collection_id, key, locale, filed_by)
    VALUES (v.term_id, (p.c).collection_id, p.key, term_accept.locale, session_user)
    ON CONFLICT ON CONSTRAINT acceptance_pkey DO NOTHING
    RETURNING acceptance.at INTO accepted;
  END IF;
  IF accepted IS NULL THEN
    -- Another session was faster.
    RETURN (
      SELECT a.at FROM reeve.acceptance a
      WHERE a.collection_id = (p.c).collection_id AND a.key = p.key AND a.term_id = v.term_id);
  END IF;
  IF EXISTS (
    SELECT FROM reeve.term_limit l JOIN reeve.term_version x USING (term_id)
    WHERE x.app = v.app AND x.kind = v.kind AND l.key = p.key AND l.ended_at IS NULL)
  THEN
    PERFORM reeve.job_put(ARRAY[jsonb_build_object('kind', 'moderation.lift',
      'args', '{}'::jsonb, 'app', v.app)], session_user);
  END IF;
  RETURN accepted;
END
$$;

COMMENT ON FUNCTION reeve.term_accept(text, text, text, text, text) IS
  'An app records that a person of its own (user:42) has accepted a version of terms in a '
  'language, and learns when; accepted twice, it is the first acceptance. The version is in force '
  'or announced. A limit because they had not accepted ends when a worker runs next, at once as a '
  'rule. RV001: no such terms, version or language, or one of the past; RV002: the login is not of '
  'that app; RV003, RV004: no such person, or one that was erased.';

GRANT EXECUTE ON FUNCTION reeve.term_accept(text, text, text, text, text) TO reeve_app;
