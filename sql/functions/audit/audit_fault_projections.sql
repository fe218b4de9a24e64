CREATE OR REPLACE FUNCTION reeve.audit_fault_projections(least_command bigint, since timestamptz)
RETURNS TABLE(seq bigint, command_id bigint, action_id bigint, problem text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- Who is hidden follows from the actions in force.
  RETURN QUERY
    WITH cause AS (
      SELECT e.collection_id, e.key, array_agg(e.action_id ORDER BY e.action_id) AS ids,
        max(a.until) AS until
      FROM reeve.effect e
      JOIN reeve.action a USING (action_id)
      JOIN reeve.rule r USING (rule_id)
      WHERE r.kind = 'hide' AND a.reverses IS NULL AND e.undone_by IS NULL
      GROUP BY e.collection_id, e.key)
    SELECT NULL::bigint, NULL::bigint, (coalesce(c.ids, s.hidden_by))[1],
      format('%s/%s:%s is not hidden as the actions in force say', l.app, l.name,
        coalesce(s.key, c.key))
    FROM reeve.subject s
    FULL JOIN cause c ON c.collection_id = s.collection_id AND c.key = s.key
    JOIN reeve.collection l ON l.collection_id = coalesce(s.collection_id, c.collection_id)
    WHERE ARRAY(SELECT h FROM unnest(s.hidden_by) h ORDER BY h) <> coalesce(c.ids, '{}')
      OR s.key IS NULL
      OR s.hidden_until IS DISTINCT FROM c.until
    UNION ALL
    SELECT NULL, NULL, NULL, format('%s/%s:%s was hidden and shown %s times, and its version is '
      '%s', l.app, l.name, coalesce(s.key, v.key), coalesce(v.version, 0), coalesce(s.version, 0))
    FROM reeve.subject s
    FULL JOIN (
      SELECT e.collection_id, e.key, count(*) AS version
      FROM reeve.effect e JOIN reeve.rule r USING (rule_id)
      WHERE r.kind = 'hide'
      GROUP BY e.collection_id, e.key) v ON v.collection_id = s.collection_id AND v.key = s.key
    JOIN reeve.collection l ON l.collection_id = coalesce(s.collection_id, v.collection_id)
    WHERE s.version IS DISTINCT FROM v.version;

  -- The values of a hidden row's columns before the first of the causes in force.
  RETURN QUERY
    WITH cause AS (
      SELECT e.collection_id, e.key, e.action_id, k.name, e.before -> k.name AS held,
        max(coalesce(e.undone_by, 9223372036854775807)) OVER (
          PARTITION BY e.collection_id, e.key, k.name ORDER BY e.action_id, e.rule_id
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS covered,
        bool_or(e.undone_by IS NULL) OVER (PARTITION BY e.collection_id, e.key, k.name) AS is_live
      FROM reeve.effect e
      JOIN reeve.action a USING (action_id)
      JOIN reeve.rule r USING (rule_id)
      CROSS JOIN LATERAL jsonb_object_keys(e.before) k(name)
      WHERE since = '-infinity' AND r.kind = 'hide' AND a.reverses IS NULL),
    first AS (
      SELECT DISTINCT ON (c.collection_id, c.key, c.name) c.*
      FROM cause c
      WHERE c.is_live AND (c.covered < c.action_id) IS NOT FALSE
      ORDER BY c.collection_id, c.key, c.name, c.action_id DESC),
    base AS (
      SELECT f.collection_id, f.key, jsonb_object_agg(f.name, f.held) AS base
      FROM first f GROUP BY f.collection_id, f.key)
    SELECT NULL::bigint, NULL::bigint, s.hidden_by[1],
      format('the earlier values of %s/%s:%s are not those that the actions replaced', l.app,
        l.name, s.key)
    FROM reeve.subject s
    LEFT JOIN base b USING (collection_id, key)
    JOIN reeve.collection l USING (collection_id)
    WHERE since = '-infinity' AND s.base IS DISTINCT FROM CASE WHEN s.hidden_by <> '{}'
        THEN coalesce(b.base, '{}') END
      AND NOT EXISTS (
        SELECT FROM reeve.forgotten f WHERE f.collection_id = s.collection_id AND f.key = s.key);

  -- Captures, those of reports too, which no command seals.
  RETURN QUERY
    SELECT NULL::bigint, NULL::bigint, NULL::bigint,
      format('the evidence of %s/%s:%s differs from what was captured', c.app, c.name, e.key)
    FROM (SELECT v.* FROM reeve.evidence v WHERE v.captured_at >= since) e
    JOIN reeve.collection c USING (collection_id)
    LEFT JOIN reeve.evidence_digests(ARRAY(
        SELECT v.evidence_id FROM reeve.evidence v WHERE v.captured_at >= since)) d
      ON d.evidence_id = e.evidence_id
    WHERE d.digest IS DISTINCT FROM e.digest OR NOT EXISTS (
      SELECT FROM reeve.evidence_part p JOIN reeve.evidence_bytes b USING (bytes_id)
      WHERE p.evidence_id = e.evidence_id AND p.role = 'subject'
        AND b.collection_id = e.collection_id AND b.key = e.key)
    UNION ALL
    SELECT NULL, NULL, NULL, format('the capture of %s/%s:%s does not match its hash',
      c.app, c.name, b.key)
    FROM reeve.evidence_bytes b JOIN reeve.collection c USING (collection_id)
    WHERE since = '-infinity' AND b.hash <> sha256(convert_to(b.content, 'UTF8'))
    UNION ALL
    SELECT NULL, NULL, NULL, format('the evidence of report %s is gone', p.report_id)
    FROM reeve.report p
    WHERE since = '-infinity' AND p.evidence_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM reeve.evidence v WHERE v.evidence_id = p.evidence_id);

  -- A digest stands only in place of a text.
  RETURN QUERY
    SELECT NULL::bigint, NULL::bigint, a.action_id, 'it has both its text and a digest in its place'
    FROM reeve.action a
    WHERE a.digest IS NOT NULL AND num_nonnulls(a.salt, a.reason, a.public_reason) > 0
    UNION ALL
    SELECT NULL, NULL, e.action_id, 'it has both its text and a digest in its place'
    FROM reeve.effect e
    WHERE e.digest IS NOT NULL AND (e.salt IS NOT NULL OR e.before <> '{}' OR e.after <> '{}');

  -- A digest without its text stands only where an erasure on record erased the text.
  RETURN QUERY
    SELECT NULL::bigint, NULL::bigint, x.action_id, 'its text is gone, and no erasure on record '
      'erased it'
    FROM (
      SELECT a.action_id, a.collection_id, a.key FROM reeve.action a WHERE a.digest IS NOT NULL
      UNION ALL
      SELECT e.action_id, e.collection_id, e.key FROM reeve.effect e WHERE e.digest IS NOT NULL
      UNION ALL
      SELECT NULL, b.collection_id, b.key FROM reeve.evidence_bytes b
      WHERE b.erased_at IS NOT NULL
      UNION ALL
      SELECT p.action_id, p.collection_id, p.key FROM reeve.approval p
      WHERE p.digest IS NOT NULL AND p.selection_id IS NULL) x
    WHERE NOT EXISTS (
      SELECT FROM reeve.forgotten f WHERE f.collection_id = x.collection_id AND f.key = x.key)
    UNION ALL
    SELECT NULL, NULL, NULL, format('the words of P%s are gone, and no erasure on record erased '
      'them', p.approval_id)
    FROM reeve.approval p JOIN reeve.selection s USING (selection_id)
    WHERE p.digest IS NOT NULL AND NOT EXISTS (
      SELECT FROM reeve.forgotten f
      WHERE f.collection_id = s.collection_id AND f.key = ANY (s.keys));
  RETURN QUERY
    WITH item AS (
      SELECT DISTINCT ON (i.key) substr(i.key, 2)::bigint AS erasure, i.value AS item,
        m.command_id, h.seq
      FROM reeve.command m
      LEFT JOIN reeve.chain h USING (command_id)
      CROSS JOIN LATERAL jsonb_each(m.content -> 'items') i
      WHERE i.key LIKE 'E%' AND (m.kind IN ('erase', 'erase.step', 'erase.done')
        OR m.action_id IN (SELECT e.action_id FROM reeve.erasure e))
      ORDER BY i.key, m.command_id DESC)
    SELECT i.seq, i.command_id, coalesce(i.erasure, f.erasure),
      'what it erased differs from what was sealed'
    FROM item i
    FULL JOIN (SELECT DISTINCT f.erasure FROM reeve.forgotten f) f USING (erasure)
    WHERE i.item IS DISTINCT FROM reeve.record_erasure(coalesce(i.erasure, f.erasure));
END
$$;

COMMENT ON FUNCTION reeve.audit_fault_projections(bigint, timestamptz) IS
  'Part of reeve.audit_faults: compares hidden subjects with the actions in force, captures '
  'since then with their digests, digests without a text with the recorded erasures, and these '
  'with their seals.';
