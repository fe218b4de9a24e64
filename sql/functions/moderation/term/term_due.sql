CREATE OR REPLACE FUNCTION reeve.term_due(app text, person text, locale text DEFAULT NULL)
RETURNS TABLE(
  kind text, version text, effective_on date, is_in_force boolean, language text, title text,
  body text, digest bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  p record;
  accounts text[];
  today date := (statement_timestamp() AT TIME ZONE 'UTC')::date;
BEGIN
  PERFORM reeve.app_require(app);
  SELECT * INTO p FROM reeve.term_person(app, person);
  accounts := ARRAY(
    SELECT k.account FROM reeve.account_keys((p.c).collection_id, ARRAY[p.key]) k);
  RETURN QUERY
    SELECT t.kind, v.version, v.effective_on, v.effective_on <= today, x.locale, x.title, x.body,
      x.digest
    FROM reeve.term t
    JOIN reeve.term_version v ON v.app = t.app AND v.kind = t.kind
    CROSS JOIN LATERAL (
      SELECT y.* FROM reeve.term_text y WHERE y.term_id = v.term_id
      ORDER BY y.locale = term_due.locale DESC,
        y.locale = split_part(term_due.locale, '-', 1) DESC, y.locale = 'en' DESC, y.locale
      LIMIT 1) x
    WHERE t.app = term_due.app AND t.collection_id = (p.c).collection_id AND t.is_live
      AND NOT t.is_consent
      AND v.effective_on >= coalesce((
        SELECT f.effective_on FROM reeve.term_in_force(t.app, t.kind, statement_timestamp()) f),
        '-infinity')
      -- Whoever has accepted a later version need not accept an earlier one.
      AND NOT EXISTS (
        SELECT FROM reeve.acceptance a JOIN reeve.term_version o USING (term_id)
        WHERE a.collection_id = t.collection_id AND a.key = ANY (accounts) AND o.app = t.app
          AND o.kind = t.kind AND o.effective_on >= v.effective_on)
    ORDER BY t.kind, v.effective_on;
END
$$;

COMMENT ON FUNCTION reeve.term_due(text, text, text) IS
  'The terms that a person of an app (user:42) has not accepted, by no account that was merged '
  'into theirs either: the version in force and those announced, with their text in a language '
  '(NULL, or one that there is not: English, or any). RV002: the login is not of that app; RV003, '
  'RV004: no such person, or one that was erased.';

GRANT EXECUTE ON FUNCTION reeve.term_due(text, text, text) TO reeve_app;
