CREATE OR REPLACE FUNCTION reeve.term_named(only_app text, kind text) RETURNS reeve.term
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  found reeve.term[] := ARRAY(
    SELECT t FROM reeve.term t
    WHERE t.is_live AND NOT t.is_consent AND (only_app IS NULL OR t.app = only_app)
      AND (term_named.kind IS NULL OR t.kind = term_named.kind)
    ORDER BY t.app, t.kind);
BEGIN
  IF cardinality(found) = 0 THEN
    RAISE EXCEPTION '%', CASE WHEN term_named.kind IS NULL THEN 'no terms are declared'
      ELSE format('there are no terms %s', left(term_named.kind, 80)) END USING ERRCODE = 'RV003',
      HINT = '`terms` lists them.';
  ELSIF cardinality(found) > 1 THEN
    RAISE EXCEPTION 'there are several terms: name the app and the kind' USING ERRCODE = 'RV001',
      HINT = format('One of: %s.', (
        SELECT string_agg(concat_ws(' of ', f.kind, f.app), ', ') FROM unnest(found) f));
  END IF;
  RETURN found[1];
END
$$;

COMMENT ON FUNCTION reeve.term_named(text, text) IS
  'The terms of that kind (NULL: any) of an app (NULL: any), but no consent. RV003 if '
  'there are none, RV001 if there are several.';
