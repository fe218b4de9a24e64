CREATE OR REPLACE FUNCTION reeve.term_accept(
  app text, person text, kind text, version text, locale text)
RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
#variable_conflict use_column
DECLARE
  p record;
  t reeve.term;
  v reeve.term_version;
  f reeve.term_version;
  accepted timestamptz;
BEGIN
  PERFORM reeve.app_require(app);
  SELECT * INTO p FROM reeve.term_person(app, person);
  SELECT * INTO t FROM reeve.term x
  WHERE x.app = term_accept.app AND x.kind = term_accept.kind AND x.is_live
    AND x.collection_id = (p.c).collection_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% has no terms % for a %', app, quote_nullable(left(kind, 80)), (p.c).name
      USING ERRCODE = 'RV001';
  END IF;
  SELECT * INTO v FROM reeve.term_version x
  WHERE x.app = t.app AND x.kind = t.kind AND x.version = term_accept.version;
  f := reeve.term_in_force(t.app, t.kind, clock_timestamp());
  IF v.term_id IS NULL THEN
    RAISE EXCEPTION 'there is no version % of the terms %', quote_nullable(left(version, 80)),
      t.kind USING ERRCODE = 'RV001';
  ELSIF NOT EXISTS (
    SELECT FROM reeve.term_text x WHERE x.term_id = v.term_id AND x.locale = term_accept.locale)
  THEN
    RAISE EXCEPTION 'version % of the terms % is not in the language %', v.version, t.kind,
      quote_nullable(left(locale, 80)) USING ERRCODE = 'RV001';
  END IF;
  SELECT a.at INTO accepted FROM reeve.acceptance a
  WHERE a.collection_id = t.collection_id AND a.key = p.key AND a.term_id = v.term_id;
  IF accepted IS NULL AND v.effective_on < f.effective_on THEN
    RAISE EXCEPTION 'version % of the terms % is no longer in force', v.version, t.kind
      USING ERRCODE = 'RV001', HINT = format('In force is %s.', f.version);
  ELSIF accepted IS NULL THEN
    INSERT INTO reeve.acceptance(term_id, collection_id, key, locale, filed_by)
    VALUES (v.term_id, t.collection_id, p.key, term_accept.locale, session_user)
    ON CONFLICT ON CONSTRAINT acceptance_pkey DO NOTHING
    RETURNING acceptance.at INTO accepted;
  END IF;
  IF accepted IS NULL THEN
    -- Another session was faster.
    RETURN (
      SELECT a.at FROM reeve.acceptance a
      WHERE a.collection_id = t.collection_id AND a.key = p.key AND a.term_id = v.term_id);
  END IF;
  IF EXISTS (
    SELECT FROM reeve.term_limit l JOIN reeve.term_version x USING (term_id)
    WHERE x.app = t.app AND x.kind = t.kind AND l.key = p.key AND l.ended_at IS NULL)
  THEN
    PERFORM reeve.job_put(ARRAY[jsonb_build_object('kind', 'moderation.lift',
      'args', '{}'::jsonb, 'app', t.app)], session_user);
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
