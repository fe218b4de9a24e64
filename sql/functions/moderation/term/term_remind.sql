CREATE OR REPLACE FUNCTION reeve.term_remind(only_app text, kind text, why text DEFAULT NULL)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms'
AS $$
DECLARE
  t reeve.term;
  v reeve.term_version;
  code text;
  message text;
  missing text;
BEGIN
  PERFORM reeve.member_require('viewer');
  t := reeve.term_named(only_app, term_remind.kind);
  v := reeve.term_in_force(t.app, t.kind, statement_timestamp());
  missing := (
    SELECT min(n.missing)
    FROM reeve.template x
    CROSS JOIN LATERAL (VALUES (x.subject), (x.body)) p(part)
    CROSS JOIN LATERAL reeve.notice_render(p.part, 'UTC', reeve.term_arguments(t, v, '')) n
    WHERE x.app = t.app AND x.name = 'terms-reminder');
  SELECT r.* INTO code, message FROM reeve.verb_refusal('terms remind', why) r;
  IF code IS NOT NULL THEN
    NULL;
  ELSIF v.term_id IS NULL THEN
    code := 'state';
    message := format('no version of the terms %s is in force', t.kind);
  ELSIF NOT EXISTS (
    SELECT FROM reeve.template x WHERE x.app = t.app AND x.name = 'terms-reminder')
  THEN
    code := 'state';
    message := format('%s has no template terms-reminder', t.app);
  ELSIF (reeve.collection_get(t.collection_id)).locale_sql IS NULL THEN
    code := 'state';
    message := format('notices cannot be sent to %s: it declares no recipient',
      (reeve.collection_get(t.collection_id)).name);
  ELSIF missing IS NOT NULL THEN
    code := 'state';
    message := format('the template terms-reminder needs {%s}, which a reminder has not', missing);
  END IF;
  IF code IS NULL THEN
    PERFORM reeve.enqueue('terms.remind', jsonb_build_object('kind', t.kind), app => t.app,
      collection_id => t.collection_id,
      unique_key => left(format('terms.remind:%s:%s', t.app, t.kind), 200));
    message := format('whoever has not accepted version %s of the terms %s is reminded', v.version,
      t.kind);
  END IF;
  PERFORM reeve.verb_record('terms.remind', code, format('terms %s of %s', t.kind, t.app), why);
  RETURN reeve.outcome_of(code, message, NULL);
END
$$;

COMMENT ON FUNCTION reeve.term_remind(text, text, text) IS
  'Reminds whoever has not accepted the version of terms in force, by a job: one notice each, of '
  'the template terms-reminder; none to who was reminded of this version, is banned or hidden, or '
  'was erased. For seniors. RV001, RV003 as in term_pending.';

GRANT EXECUTE ON FUNCTION reeve.term_remind(text, text, text) TO reeve_viewer;
