CREATE OR REPLACE FUNCTION reeve.consent_give(
  app text, person text, kind text, version text, locale text)
RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  p record;
  v reeve.term_version;
  given timestamptz;
BEGIN
  PERFORM reeve.app_require(app);
  SELECT * INTO p FROM reeve.term_person(app, person);
  v := reeve.term_offered(app, p.c, kind, version, locale, TRUE);
  LOOP
    SELECT o.given_at INTO given FROM reeve.consent o
    WHERE o.collection_id = (p.c).collection_id AND o.key = p.key AND o.term_id = v.term_id
      AND o.withdrawn_at IS NULL;
    EXIT WHEN FOUND;
    PERFORM reeve.term_current(v);
    INSERT INTO reeve.consent(term_id, collection_id, key, locale, filed_by)
    VALUES (v.term_id, (p.c).collection_id, p.key, consent_give.locale, session_user)
    -- Where another session was faster, its time is read.
    ON CONFLICT (collection_id, key, term_id) WHERE withdrawn_at IS NULL DO NOTHING
    RETURNING given_at INTO given;
    EXIT WHEN FOUND;
  END LOOP;
  RETURN given;
END
$$;

COMMENT ON FUNCTION reeve.consent_give(text, text, text, text, text) IS
  'An app records that a person of its own (user:42) consents to a version of terms in a '
  'language, and learns since when; given twice, it is the first time, until it was withdrawn. The '
  'version is in force or announced. RV001: no such consent, version or language, or one of the '
  'past; RV002: the login is not of that app; RV003, RV004: no such person, or one that was '
  'erased.';

GRANT EXECUTE ON FUNCTION reeve.consent_give(text, text, text, text, text) TO reeve_app;
