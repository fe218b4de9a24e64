-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.sor_payload(
  only_app text, since timestamptz, till timestamptz)
RETURNS TABLE(payload text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO'
AS $$
DECLARE
  -- Where a restriction in an app holds: everywhere, so in the European Economic Area.
  territory CONSTANT text[] := '{AT,BE,BG,CY,CZ,DE,DK,EE,ES,FI,FR,GR,HR,HU,IE,IS,IT,LI,LT,LU,LV,MT,'
    'NL,NO,PL,PT,RO,SE,SI,SK}';
  ids bigint[];
  batch record;
  born jsonb := '{}';
BEGIN
  PERFORM reeve.member_require('auditor');
  ids := ARRAY(
    SELECT m.action_id FROM reeve.measure_list(since, till) m
    WHERE only_app IS NULL OR m.app = only_app);
  -- The day on which a row was made, where a shown column says it and the row is still there.
  FOR batch IN
    SELECT c.app, c.name, c.key_sql, c.table_sql, c.keys_sql, b.name AS column_name,
      array_agg(DISTINCT s.key) AS keys
    FROM reeve.statement_of(ids) s
    JOIN reeve.collection c ON c.app = s.app AND c.name = s.collection AND c.is_live
    CROSS JOIN LATERAL (SELECT reeve.collection_birth(c)) b(name)
    WHERE b.name IS NOT NULL AND to_regclass(c.table_sql) IS NOT NULL
    GROUP BY c.app, c.name, c.key_sql, c.table_sql, c.keys_sql, b.name
  LOOP
    EXECUTE format(
      'SELECT $3 || coalesce(jsonb_object_agg(%L || r.key, r.day), ''{}'') FROM (%s) r',
      batch.app || '/' || batch.name || ':', reeve.reader_call(batch.app, 'key text, day text'))
    INTO born
    USING format('SELECT %s, to_char(t.%I, ''YYYY-MM-DD'') FROM %s t WHERE %s', batch.key_sql,
      batch.column_name, batch.table_sql, batch.keys_sql), batch.keys, born;
  END LOOP;
  RETURN QUERY
    SELECT jsonb_strip_nulls(jsonb_build_object(
      'puid', s.puid,
      'decision_visibility', CASE WHEN s.decision_visibility IS NOT NULL
        THEN jsonb_build_array(s.decision_visibility) END,
      'decision_provision', s.decision_provision,
      'decision_account', s.decision_account,
      'decision_facts', coalesce(s.decision_facts, s.ground_explanation, s.ground),
      'decision_ground', s.decision_ground)
      || CASE s.decision_ground WHEN 'DECISION_GROUND_ILLEGAL_CONTENT' THEN jsonb_build_object(
        'illegal_content_legal_ground', s.ground,
        'illegal_content_explanation', s.ground_explanation)
      ELSE jsonb_build_object(
        'incompatible_content_ground', s.ground,
        'incompatible_content_explanation', s.ground_explanation) END
      || jsonb_build_object(
      'category', s.category,
      'content_type', jsonb_build_array(s.content_type),
      'content_type_other', CASE WHEN s.content_type = 'CONTENT_TYPE_OTHER' THEN
        CASE WHEN s.is_person THEN 'account' ELSE s.collection END END,
      'content_date', born ->> (s.app || '/' || s.collection || ':' || s.key),
      'application_date', to_char(s.application_date, 'YYYY-MM-DD'),
      'end_date_visibility_restriction', CASE WHEN s.decision_visibility IS NOT NULL
        THEN to_char(s.end_date, 'YYYY-MM-DD') END,
      'end_date_service_restriction', CASE WHEN s.decision_provision IS NOT NULL
        THEN to_char(s.end_date, 'YYYY-MM-DD') END,
      'end_date_account_restriction', CASE WHEN s.decision_account IS NOT NULL
        THEN to_char(s.end_date, 'YYYY-MM-DD') END,
      'territorial_scope', to_jsonb(territory),
      'source_type', s.source_type,
      'automated_detection', s.automated_detection,
      'automated_decision', s.automated_decision))::text
    FROM reeve.statement_of(ids) s
    ORDER BY s.application_date, s.action_id;
END
$$;

COMMENT ON FUNCTION reeve.sor_payload(text, timestamptz, timestamptz) IS
  'The statements of reasons of reeve.sor_list as the Commission''s transparency database takes '
  'them by its API, each a JSON object: no person, no key; the facts are the public reason, else '
  'the clause. content_date is missing where no shown column has a row''s creation, or the row is '
  'gone. Needs auditor or senior.';

GRANT EXECUTE ON FUNCTION reeve.sor_payload(text, timestamptz, timestamptz) TO reeve_viewer;
