CREATE OR REPLACE FUNCTION reeve.catalog_load_flags(manifest jsonb, ids jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  app_name text := manifest ->> 'app';
BEGIN
  UPDATE reeve.flag f SET is_live = FALSE WHERE f.app = app_name;
  INSERT INTO reeve.flag(
    app, name, collection_id, subject_id, kind, policy, severity, proposes, most, spec, select_sql,
    learn_sql)
  SELECT app_name, f.name, (ids ->> f.collection)::int, (ids ->> s.subject)::int, f.kind,
    f.body ->> 'policy', f.body ->> 'severity',
    concat_ws(' for ', f.body #>> '{propose,verb}', f.body #>> '{propose,for}'),
    coalesce((f.body ->> 'most')::int, 100), CASE f.kind WHEN 'rule' THEN f.body
      ELSE jsonb_build_object(f.kind, f.spec) END, s.select_sql,
    s.learn_sql
  FROM reeve.catalog_flags(manifest) f
  CROSS JOIN LATERAL reeve.catalog_flag_statement(manifest, f.name) s
  ON CONFLICT ON CONSTRAINT flag_name_key DO UPDATE SET
    collection_id = EXCLUDED.collection_id, subject_id = EXCLUDED.subject_id,
    kind = EXCLUDED.kind, policy = EXCLUDED.policy, severity = EXCLUDED.severity,
    proposes = EXCLUDED.proposes, most = EXCLUDED.most, spec = EXCLUDED.spec,
    select_sql = EXCLUDED.select_sql, learn_sql = EXCLUDED.learn_sql, is_live = TRUE;
  UPDATE reeve.flag f SET proposes = NULL WHERE f.proposes = '';

  DELETE FROM reeve.flag_term t USING reeve.flag f
  WHERE f.flag_id = t.flag_id AND f.app = app_name;
  INSERT INTO reeve.flag_term(flag_id, form, entry, place, word, size)
  SELECT DISTINCT ON (f.flag_id, d.form, e.entry, w.place)
    f.flag_id, d.form, e.entry, w.place, w.word, cardinality(e.words)
  FROM reeve.flag f
  CROSS JOIN LATERAL (
    SELECT l.entry, reeve.flag_words(l.entry) AS words
    FROM jsonb_array_elements_text(f.spec #> '{words,list}') l(entry)) e
  CROSS JOIN LATERAL unnest(e.words) WITH ORDINALITY w(word, place)
  CROSS JOIN LATERAL reeve.flag_forms(w.word) d(form)
  WHERE f.app = app_name AND f.is_live AND f.kind = 'words';

  -- Another reading of prices begins again, too.
  DELETE FROM reeve.flag_group g USING reeve.flag f
  LEFT JOIN reeve.flag_state s ON s.flag_id = f.flag_id
  WHERE f.flag_id = g.flag_id AND f.app = app_name AND (NOT f.is_live OR s.spec <> f.spec);
  INSERT INTO reeve.flag_state(flag_id, spec)
  SELECT f.flag_id, f.spec FROM reeve.flag f WHERE f.app = app_name AND f.is_live
  ON CONFLICT ON CONSTRAINT flag_state_pkey DO UPDATE SET
    spec = EXCLUDED.spec, cursor = NULL, scanned_at = NULL, learned_at = NULL, failed_at = NULL,
    on_since = NULL
  WHERE flag_state.spec <> EXCLUDED.spec;
  -- Whoever switched a rule on has tried that rule, which comes back as another one's.
  UPDATE reeve.flag_state s SET on_since = NULL FROM reeve.flag f
  WHERE f.flag_id = s.flag_id AND f.app = app_name AND NOT f.is_live;

  DELETE FROM reeve.identifier i USING reeve.collection c
  WHERE c.collection_id = i.collection_id AND c.app = app_name
    AND NOT (c.is_live AND c.identifiers ? i.kind);
  DELETE FROM reeve.identifier_scan s USING reeve.collection c
  WHERE c.collection_id = s.collection_id AND c.app = app_name
    AND (NOT c.is_live OR c.identifiers = '{}');
  INSERT INTO reeve.identifier_scan(collection_id, declared)
  SELECT c.collection_id, c.identifiers FROM reeve.collection c
  WHERE c.app = app_name AND c.is_live AND c.identifiers <> '{}'
  ON CONFLICT ON CONSTRAINT identifier_scan_pkey DO UPDATE SET
    declared = EXCLUDED.declared, cursor = NULL, done_at = NULL, failed_at = NULL
  WHERE identifier_scan.declared <> EXCLUDED.declared;

  IF EXISTS (
    SELECT FROM reeve.flag f WHERE f.app = app_name AND f.is_live AND f.kind <> 'rule')
    OR EXISTS (
      SELECT FROM reeve.identifier_scan s JOIN reeve.collection c USING (collection_id)
      WHERE c.app = app_name)
  THEN
    PERFORM reeve.change_enter(app_name, 'flags');
  ELSE
    PERFORM reeve.change_leave(app_name, 'flags');
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.catalog_load_flags(jsonb, jsonb) IS
  'Writes the flags and identifiers of a manifest, whose collections have been written; a new or '
  'changed one goes through the existing rows once; a rule that is new or was changed is off. ids: '
  'collection name to id.';
