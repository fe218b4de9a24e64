CREATE OR REPLACE FUNCTION reeve.consent_list(app text, collection text, key text, max_rows int)
RETURNS TABLE(
  consent_id bigint, kind text, title text, version text, locale text, given_at timestamptz,
  filed_by text, withdrawn_at timestamptz, withdrawn_by text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
  own text;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(consent_list.app, consent_list.collection);
  own := reeve.subject_key(c, consent_list.key);
  RETURN QUERY
    SELECT o.consent_id, v.kind, x.title, v.version, o.locale, o.given_at, o.filed_by,
      o.withdrawn_at, o.withdrawn_by
    FROM reeve.consent o
    JOIN reeve.term_version v USING (term_id)
    JOIN reeve.term_text x USING (term_id, locale)
    WHERE o.collection_id = c.collection_id AND o.key IN (
      SELECT k.account FROM reeve.account_keys(c.collection_id, ARRAY[own]) k)
    ORDER BY o.consent_id DESC LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.consent_list(text, text, text, int) IS
  'What a person has consented to, by any account that was merged into theirs, newest first: to '
  'which version, by its title in the language in which they read it, since when, and when they '
  'withdrew it; filed_by, withdrawn_by: the logins of the app. Needs viewer. RV003, RV004. NULL: '
  'withdrawn_at, withdrawn_by.';

GRANT EXECUTE ON FUNCTION reeve.consent_list(text, text, text, int) TO reeve_viewer;
