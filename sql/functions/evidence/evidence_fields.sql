CREATE OR REPLACE FUNCTION reeve.evidence_fields(evidence_id bigint, is_open boolean)
RETURNS TABLE(
  place int, role text, subject text, state text, erased_at timestamptz, field text, value text,
  present text, is_masked boolean, differs boolean, purpose text, refers text, binding text,
  present_binding text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT p.place, p.role, c.name || ':' || b.key,
    CASE WHEN b.erased_at IS NOT NULL THEN 'erased'
      WHEN NOT w.is_whole THEN 'altered'
      WHEN n.content IS NULL THEN CASE WHEN c.is_live AND cardinality(c.key_columns) = (
          SELECT count(*) FROM pg_attribute h
          WHERE h.attrelid = to_regclass(c.table_sql) AND h.attname = ANY (c.key_columns)
            AND NOT h.attisdropped) THEN 'gone' ELSE 'unread' END
      WHEN y.captured <> y.present OR x.is_other THEN 'changed'
      ELSE '' END,
    b.erased_at, f.name,
    CASE WHEN (m.is_masked OR d.is_destroyed) AND f.value IS NOT NULL THEN '•••' ELSE f.value END,
    CASE WHEN m.is_masked AND f.present IS NOT NULL THEN '•••' ELSE f.present END,
    m.is_masked OR d.is_destroyed, n.content IS NOT NULL AND CASE WHEN f.binding IS NULL
      THEN f.value IS DISTINCT FROM f.present ELSE f.is_other END,
    CASE f.name WHEN c.conversation ->> 'at' THEN 'at' WHEN c.conversation ->> 'text' THEN 'text'
      ELSE CASE WHEN EXISTS (
        SELECT FROM jsonb_array_elements_text(a.manifest #> ARRAY['collections', c.name, 'parents',
          c.conversation ->> 'by', 'columns']) l(name) WHERE l.name = f.name) THEN 'by' END END, (
      SELECT min(r.value ->> 'collection')
      FROM jsonb_each(a.manifest #> ARRAY['collections', c.name, 'parents']) r
      WHERE r.value -> 'columns' = jsonb_build_array(f.name)) || ':' || f.value,
    f.binding, f.present_binding
  FROM reeve.evidence_part p
  JOIN (SELECT o.evidence_id, o.captured_at FROM reeve.evidence o) v USING (evidence_id)
  JOIN reeve.evidence_bytes b USING (bytes_id)
  JOIN reeve.collection c USING (collection_id)
  JOIN reeve.app a USING (app)
  CROSS JOIN LATERAL (
    SELECT b.digest = sha256(b.salt || convert_to(b.content, 'UTF8'))) w(is_whole)
  LEFT JOIN LATERAL reeve.app_rows(b.collection_id, ARRAY[b.key]) n ON c.is_live
  LEFT JOIN LATERAL (
    SELECT CASE WHEN w.is_whole THEN b.content::jsonb END, n.content::jsonb) j(captured, present)
    ON TRUE
  -- Who has no key can compare two encrypted texts only if one key made both.
  CROSS JOIN LATERAL (
    SELECT j.captured - e.names, j.present - e.names, e.names, ARRAY(
        SELECT l FROM unnest(b.personal || c.personal_columns) l
        WHERE l <> ALL (reeve.catalog_columns(
          a.manifest #> ARRAY['collections', c.name, 'encrypted', 'bind'])))
    FROM (SELECT reeve.cipher_columns(c)) e(names)) y(captured, present, names, unbound)
  CROSS JOIN LATERAL (
    SELECT coalesce(bool_or(v.captured IS DISTINCT FROM v.present
      AND (reeve.cipher_key(v.present) IS NULL OR left(v.captured, 22) = left(v.present, 22))),
      FALSE)
    FROM unnest(y.names) e(name)
    CROSS JOIN LATERAL (SELECT j.captured ->> e.name, j.present ->> e.name) v(captured, present)
    ) x(is_other)
  LEFT JOIN LATERAL (
    SELECT k.name, coalesce(t.value, j.captured ->> k.name), j.present ->> k.name,
      CASE WHEN t.value IS NULL THEN p.binding
        ELSE p.binding || '/' || encode(b.digest, 'hex') END,
      CASE WHEN k.name = ANY (y.names) THEN
        reeve.cipher_place(c, k.name, j.present - y.unbound) END, x.is_other
    FROM jsonb_object_keys(j.captured) k(name)
    LEFT JOIN reeve.evidence_text t ON t.bytes_id = b.bytes_id AND t.field = k.name
    -- The server can print the arguments of a function: no personal value is among them.
    CROSS JOIN LATERAL (SELECT CASE WHEN k.name = ANY (y.names)
      THEN reeve.cipher_place(c, k.name, j.captured - y.unbound) END) p(binding)
    ) f(name, value, present, binding, present_binding, is_other) ON TRUE
  LEFT JOIN LATERAL (
    SELECT NOT is_open AND f.name = ANY (b.personal || c.personal_columns)) m(is_masked) ON TRUE
  -- What was deleted for good since is shown to nobody who gave no reason. Its key stays.
  CROSS JOIN LATERAL (
    SELECT NOT is_open AND f.name <> ALL (c.key_columns) AND EXISTS (
      SELECT FROM reeve.effect e
      JOIN reeve.rule r USING (rule_id)
      JOIN reeve.action t ON t.action_id = e.action_id
      WHERE e.collection_id = b.collection_id AND e.key = b.key AND r.kind = 'delete'
        AND t.performed_at >= v.captured_at)) d(is_destroyed)
  WHERE p.evidence_id = evidence_fields.evidence_id
  ORDER BY p.place, array_position(c.show_columns, f.name), f.name
$$;

COMMENT ON FUNCTION reeve.evidence_fields(bigint, boolean) IS
  'The parts of a capture field by field, beside the rows'' current values; what is or was '
  'personal is masked unless is_open, and so is all of a row that an action has deleted for good '
  'since, but for its key. binding: what an encrypted text, captured or present, is '
  'bound to; two are compared only if one key made both. state of a part: erased (one row, no '
  'field), altered (its digest does not match: no field), gone, unread (the row may be there: its '
  'table or key is gone, or the catalog has its collection no more), changed, or empty. purpose: '
  'at, by or text of a message; refers: the subject that a field names.';
