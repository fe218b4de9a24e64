CREATE OR REPLACE FUNCTION reeve.request_file(
  app text, person text, request text, words text DEFAULT NULL)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  c reeve.collection;
  own text := substr(person, strpos(person, ':') + 1);
  told text := left(nullif(btrim(request_file.words), ''), 2000);
  present timestamptz := clock_timestamp();
  due timestamptz;
  filed bigint;
BEGIN
  PERFORM reeve.app_require(app);
  IF coalesce(request NOT IN ('access', 'erasure', 'correction', 'objection'), TRUE) THEN
    RAISE EXCEPTION 'a request is for access, erasure, correction or an objection, not %',
      quote_nullable(left(request, 40)) USING ERRCODE = 'RV001';
  END IF;
  c := reeve.collection_resolve(app, split_part(person, ':', 1));
  IF c.locale_sql IS NULL THEN
    RAISE EXCEPTION '% is no collection of people', c.name USING ERRCODE = 'RV001',
      HINT = 'The catalog gives it no recipient.';
  END IF;
  own := reeve.subject_key(c, own);
  IF reeve.app_key(c.collection_id, own) IS NULL OR EXISTS (
    SELECT FROM reeve.forgotten f WHERE f.collection_id = c.collection_id AND f.key = own) THEN
    RAISE EXCEPTION 'there is no %:%', c.name, own USING ERRCODE = 'RV004';
  END IF;
  due := present + coalesce((
    SELECT (a.manifest #>> '{requests,within}')::interval FROM reeve.app a
    WHERE a.app = request_file.app), '1 month');
  INSERT INTO reeve.case(collection_id, key, severity, opened_at, due_at, request, deadline)
  VALUES (c.collection_id, own, 'medium', present, due - reeve.case_overdue(), request_file.request,
    due)
  ON CONFLICT DO NOTHING
  RETURNING case_id INTO filed;
  IF filed IS NULL THEN
    RETURN (
      SELECT k.case_id FROM reeve.case k
      WHERE k.collection_id = c.collection_id AND k.key = own AND k.closed_at IS NULL
        AND k.request = request_file.request);
  END IF;
  IF told IS NOT NULL THEN
    INSERT INTO reeve.request_text(case_id, words) VALUES (filed, told);
  END IF;
  PERFORM reeve.command_record('request.file', session_user, NULL, c.collection_id, own,
    detail => jsonb_build_object('case', filed, 'request', request_file.request));
  RETURN filed;
END
$$;

COMMENT ON FUNCTION reeve.request_file(text, text, text, text) IS
  'A user of an app, person, as user:42, asks for access, erasure, correction, or objects, as the '
  'law lets them. It becomes a case with a deadline, 1 month unless the catalog says otherwise '
  '(requests); words: cut to 2000 characters, NULL = none. Returns the number of the case: the '
  'open one, if they asked for the same before. RV001: another request, or nobody; RV003; RV004: '
  'there is no such person, or they were erased; RV002: the login is not of that app.';

GRANT EXECUTE ON FUNCTION reeve.request_file(text, text, text, text) TO reeve_app;
