CREATE OR REPLACE FUNCTION reeve.audit_fault_actions(least_command bigint, since timestamptz)
RETURNS TABLE(seq bigint, command_id bigint, action_id bigint, problem text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    WITH item AS MATERIALIZED (
      SELECT DISTINCT ON (i.key) substr(i.key, 2)::bigint AS id, i.value AS item, m.command_id
      FROM reeve.command m CROSS JOIN LATERAL jsonb_each(m.content -> 'items') i
      WHERE m.command_id >= least_command AND i.key LIKE 'A%'
      ORDER BY i.key, m.command_id DESC),
    labelled AS (
      SELECT DISTINCT ON (i.item -> 'collection', i.item -> 'key') i.*,
        (i.item ->> 'collection')::int AS collection_id, i.item ->> 'key' AS key
      FROM item i WHERE i.item ? 'label'
      ORDER BY i.item -> 'collection', i.item -> 'key', i.command_id DESC),
    fault AS (
      SELECT i.command_id, i.id AS action_id, 'the action differs from what was sealed' AS problem
      FROM item i
      LEFT JOIN reeve.record_actions(ARRAY(SELECT n.id FROM item n)) r ON r.action_id = i.id
      -- Older items have no frame of the evidence.
      WHERE r.item - (ARRAY['mark', 'label'] || CASE WHEN NOT i.item ? 'frame' THEN 'frame' END)
        IS DISTINCT FROM i.item - ARRAY['mark', 'label']
      UNION ALL
      SELECT NULL, a.action_id, 'an action without a command'
      FROM reeve.action a
      WHERE a.performed_at >= since AND NOT EXISTS (SELECT FROM item i WHERE i.id = a.action_id)
      UNION ALL
      -- A mark belongs to its action until that is undone.
      SELECT i.command_id, i.id, 'its mark differs from what was sealed'
      FROM item i
      JOIN reeve.action a ON a.action_id = i.id
      LEFT JOIN reeve.mark m ON m.action_id = i.id
      WHERE CASE WHEN m.action_id IS NULL
        THEN i.item ? 'mark' AND a.reversed_by IS NULL AND NOT EXISTS (
          SELECT FROM reeve.forgotten f
          WHERE f.collection_id = a.collection_id AND f.key = a.key)
        ELSE a.reversed_by IS NOT NULL
          OR (m.kind, m.collection_id, m.key, m.until, m.is_protecting) IS DISTINCT FROM
            (i.item ->> 'mark', a.collection_id, a.key, a.until, a.is_protecting)
          OR a.digest IS NULL AND m.name NOT IN (coalesce(a.name, a.verb), coalesce(a.name, m.kind))
        END
      UNION ALL
      SELECT NULL, x.action_id, x.problem
      FROM (
        SELECT m.action_id, 'a mark without an action' FROM reeve.mark m
        UNION ALL
        SELECT s.action_id, 'a strike without an action' FROM reeve.strike s) x(action_id, problem)
      WHERE least_command = 0 AND NOT EXISTS (
        SELECT FROM reeve.action a WHERE a.action_id = x.action_id)
      UNION ALL
      SELECT n.command_id, n.id, 'the label of its subject differs from what was sealed'
      FROM labelled n
      LEFT JOIN reeve.label l ON l.collection_id = n.collection_id AND l.key = n.key
      WHERE CASE WHEN l.key IS NULL THEN NOT EXISTS (
          SELECT FROM reeve.forgotten f
          WHERE f.collection_id = n.collection_id AND f.key = n.key)
        ELSE n.item ->> 'label'
          <> encode(sha256(uuid_send(l.salt) || convert_to(l.label, 'UTF8')), 'hex') END
      UNION ALL
      SELECT NULL, NULL, format('the label of %s/%s:%s was added without a '
      'command', c.app, c.name, l.key)
      FROM reeve.label l JOIN reeve.collection c USING (collection_id)
      WHERE least_command = 0 AND NOT EXISTS (
        SELECT FROM labelled n WHERE n.collection_id = l.collection_id AND n.key = l.key))
    SELECT h.seq, f.command_id, f.action_id, f.problem
    FROM fault f LEFT JOIN reeve.chain h ON h.command_id = f.command_id;

  -- An undone action names the action that undid it, which names it in turn and is sealed.
  RETURN QUERY
    SELECT NULL::bigint, NULL::bigint, a.action_id, 'it was not undone by the action that it names'
    FROM reeve.action a
    LEFT JOIN reeve.action u ON u.reverses = a.action_id
    WHERE a.reversed_by IS DISTINCT FROM u.action_id
    UNION ALL
    SELECT NULL, NULL, coalesce(e.action_id, u.action_id), 'a row of it was not taken back as it '
      'says'
    FROM (
      SELECT e.* FROM reeve.effect e WHERE e.undone_by IS NOT NULL) e
    FULL JOIN (
      SELECT e.*, a.reverses
      FROM reeve.effect e JOIN reeve.action a USING (action_id) WHERE a.reverses IS NOT NULL) u
      ON u.action_id = e.undone_by AND u.reverses = e.action_id
      AND u.collection_id = e.collection_id AND u.key = e.key AND u.rule_id = e.rule_id
    WHERE e.action_id IS NULL OR u.action_id IS NULL
    UNION ALL
    SELECT NULL, NULL, a.action_id, 'no erasure on record erased what it deleted'
    FROM reeve.action a
    WHERE a.erased_by IS NOT NULL AND (a.erase_at IS NULL OR NOT EXISTS (
      SELECT FROM reeve.forgotten f
      WHERE f.collection_id = a.collection_id AND f.key = a.key
        AND f.erasure = a.erased_by));
END
$$;

COMMENT ON FUNCTION reeve.audit_fault_actions(bigint, timestamptz) IS
  'Part of reeve.audit_faults: compares actions, effects, marks and labels with what commands '
  'sealed, from a given one on; finds actions performed since then without a command, and undos '
  'that no sealed action declares.';
