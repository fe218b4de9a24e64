CREATE OR REPLACE FUNCTION reeve.consent_of(app text, person text)
RETURNS TABLE(
  kind text, version text, language text, given_at timestamptz, withdrawn_at timestamptz,
  is_in_force boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  p record;
BEGIN
  PERFORM reeve.app_require(app);
  SELECT * INTO p FROM reeve.term_person(app, person);
  RETURN QUERY
    SELECT v.kind, v.version, o.locale, o.given_at, o.withdrawn_at,
      v.term_id IS NOT DISTINCT FROM (
        reeve.term_in_force(v.app, v.kind, statement_timestamp())).term_id
    FROM reeve.consent o JOIN reeve.term_version v USING (term_id)
    WHERE o.collection_id = (p.c).collection_id AND o.key IN (
      SELECT k.account FROM reeve.account_keys((p.c).collection_id, ARRAY[p.key]) k)
    ORDER BY o.consent_id DESC;
END
$$;

COMMENT ON FUNCTION reeve.consent_of(text, text) IS
  'What a person of an app (user:42) has consented to, by any account that was merged into '
  'theirs, newest first: to which version, whether that one is in force now, in which language, '
  'since when, and when they withdrew it. RV002: the login is not of that app; RV003, RV004: no '
  'such person, or one that was erased. NULL: withdrawn_at.';

GRANT EXECUTE ON FUNCTION reeve.consent_of(text, text) TO reeve_app;
