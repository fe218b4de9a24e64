CREATE OR REPLACE FUNCTION reeve.term_offered(
  app text, c reeve.collection, kind text, version text, locale text, is_consent boolean)
RETURNS reeve.term_version
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  v reeve.term_version;
BEGIN
  IF NOT EXISTS (
    SELECT FROM reeve.term t
    WHERE t.app = term_offered.app AND t.kind = term_offered.kind AND t.is_live
      AND t.collection_id = c.collection_id AND t.is_consent = term_offered.is_consent)
  THEN
    RAISE EXCEPTION '% has no % % for a %', app,
      CASE WHEN term_offered.is_consent THEN 'consent' ELSE 'terms' END,
      quote_nullable(left(kind, 80)), c.name USING ERRCODE = 'RV001';
  END IF;
  SELECT * INTO v FROM reeve.term_version x
  WHERE x.app = term_offered.app AND x.kind = term_offered.kind
    AND x.version = term_offered.version;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no version % of the terms %', quote_nullable(left(version, 80)),
      kind USING ERRCODE = 'RV001';
  ELSIF NOT EXISTS (
    SELECT FROM reeve.term_text x WHERE x.term_id = v.term_id AND x.locale = term_offered.locale)
  THEN
    RAISE EXCEPTION 'version % of the terms % is not in the language %', v.version, v.kind,
      quote_nullable(left(locale, 80)) USING ERRCODE = 'RV001';
  END IF;
  RETURN v;
END
$$;

COMMENT ON FUNCTION reeve.term_offered(
  text, reeve.collection, text, text, text, boolean) IS
  'The version of terms, or of a consent, that the people of a collection may accept in a '
  'language. RV001: there are no such terms, version or language.';
