CREATE OR REPLACE FUNCTION reeve.audit_fault_people(least_command bigint, since timestamptz)
RETURNS TABLE(seq bigint, command_id bigint, action_id bigint, problem text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    WITH item AS (
      SELECT DISTINCT ON (i.key) substr(i.key, 3) AS login, i.value AS item, m.command_id, h.seq
      FROM reeve.command m
      LEFT JOIN reeve.chain h USING (command_id)
      CROSS JOIN LATERAL jsonb_each(m.content -> 'items') i
      WHERE m.kind IN ('member.bootstrap', 'member.rebind', 'member.link', 'member.unlink',
        'team.add', 'team.remove') AND i.key LIKE 'M:%'
      ORDER BY i.key, m.command_id DESC)
    SELECT i.seq, i.command_id, NULL::bigint, CASE
      WHEN i.login IS NULL THEN format('%s became a member without a command', t.login)
      ELSE format('the member %s differs from what was sealed', i.login) END
    FROM item i
    FULL JOIN (
      SELECT m.role_name FROM reeve.member m UNION
      SELECT s.role_name FROM reeve.member_subject s) t(login) USING (login)
    -- Older items have no system.
    WHERE i.item IS DISTINCT FROM reeve.record_member(coalesce(i.login, t.login))
      - CASE WHEN NOT i.item ? 'system' THEN 'system' ELSE '' END;

  -- A command seals all of a login, and is no cover for what it has not changed itself.
  RETURN QUERY
    WITH item AS (
      SELECT m.command_id, h.seq, substr(i.key, 3) AS login,
        m.kind IN ('member.link', 'member.unlink') AS is_link,
        -- Whoever leaves the team is nobody in the apps any more.
        m.kind = 'team.remove' AND nullif(i.value -> 'is', 'null') IS NULL AS is_removal,
        jsonb_build_array(m.collection_id, m.key) AS subject, i.value -> 'rank' AS rank,
        coalesce(nullif(i.value -> 'is', 'null'), '[]') AS subjects,
        coalesce(lag(i.value -> 'rank') OVER earlier, 'null') AS rank_before,
        coalesce(nullif(lag(i.value -> 'is') OVER earlier, 'null'), '[]') AS subjects_before
      FROM reeve.command m
      LEFT JOIN reeve.chain h USING (command_id)
      CROSS JOIN LATERAL jsonb_each(m.content -> 'items') i
      WHERE m.kind IN ('member.bootstrap', 'member.rebind', 'member.link', 'member.unlink',
        'team.add', 'team.remove') AND i.key LIKE 'M:%'
      WINDOW earlier AS (PARTITION BY i.key ORDER BY m.command_id))
    SELECT i.seq, i.command_id, NULL::bigint,
      format('the member %s was changed without a command before this one', i.login)
    FROM item i
    WHERE i.is_link AND i.rank <> i.rank_before
      OR NOT i.is_removal AND EXISTS (
        SELECT FROM jsonb_array_elements(i.subjects || i.subjects_before) s(value)
        WHERE (i.subjects @> jsonb_build_array(s.value))
            <> (i.subjects_before @> jsonb_build_array(s.value))
          AND (NOT i.is_link OR jsonb_build_array(s.value -> 0, s.value -> 1) <> i.subject));

  RETURN QUERY
    WITH item AS (
      SELECT DISTINCT ON (i.key) substr(i.key, 2)::bigint AS id, i.value AS item, m.command_id,
        h.seq
      FROM reeve.command m
      LEFT JOIN reeve.chain h USING (command_id)
      CROSS JOIN LATERAL jsonb_each(m.content -> 'items') i
      WHERE m.command_id >= least_command AND i.key LIKE 'P%'
      ORDER BY i.key, m.command_id DESC)
    SELECT i.seq, i.command_id, p.action_id, CASE
      WHEN i.id IS NULL THEN format('P%s was proposed without a command', p.approval_id)
      ELSE format('the proposal P%s differs from what was sealed', i.id) END
    FROM item i
    FULL JOIN reeve.approval p ON p.approval_id = i.id
    -- Older items have no ceiling, and an erasure empties it, or takes its salt.
    CROSS JOIN LATERAL (
      SELECT CASE WHEN NOT i.item ? 'ceiling' OR p.salt IS NULL OR p.ceiling = '{}' AND EXISTS (
          SELECT FROM reeve.forgotten f
          WHERE f.collection_id = p.collection_id AND f.key = p.key)
        THEN 'ceiling' ELSE '' END) w(name)
    WHERE i.item - w.name IS DISTINCT FROM reeve.record_approval(p) - w.name
      AND (i.id IS NOT NULL OR p.proposed_at >= since);

  RETURN QUERY
    WITH item AS (
      SELECT DISTINCT ON (i.key) substr(i.key, 2)::bigint AS id, i.value AS item, m.command_id,
        h.seq
      FROM reeve.command m
      LEFT JOIN reeve.chain h USING (command_id)
      CROSS JOIN LATERAL jsonb_each(m.content -> 'items') i
      WHERE m.kind IN ('glass.break', 'glass.end', 'glass.review')
        AND i.key LIKE 'G%'
      ORDER BY i.key, m.command_id DESC)
    SELECT i.seq, i.command_id, NULL::bigint, CASE
      WHEN i.id IS NULL THEN format('the emergency G%s began without a command', g.glass_id)
      ELSE format('the emergency G%s differs from what was sealed', i.id) END
    FROM item i
    FULL JOIN reeve.glass g ON g.glass_id = i.id
    WHERE i.item IS DISTINCT FROM reeve.record_glass(g);

  -- Each reveal was asked for by a command that says the same.
  RETURN QUERY
    SELECT h.seq, coalesce(m.command_id, r.command_id), NULL::bigint,
      'the reveal differs from what was sealed'
    FROM (
      SELECT m.* FROM reeve.command m
      WHERE m.command_id >= least_command AND m.outcome = 'done'
        AND m.kind IN (
          'reveal', 'reveal.find', 'reveal.chat', 'reveal.evidence', 'reveal.dump',
          'reveal.export')) m
    FULL JOIN (
      SELECT r.* FROM reeve.reveal r WHERE r.asked_at >= since OR r.command_id >= least_command) r
      USING (command_id)
    LEFT JOIN reeve.reveal_reason w ON w.command_id = r.command_id
    LEFT JOIN reeve.chain h ON h.command_id = m.command_id
    WHERE (m.kind, m.actor, m.collection_id, m.key, m.detail ->> 'digest',
        coalesce(m.detail -> 'fields', '[]'), m.detail ->> 'evidence', m.detail ->> 'case')
      IS DISTINCT FROM (CASE r.kind WHEN 'fields' THEN 'reveal' ELSE 'reveal.' || r.kind END,
        r.asked_by, r.collection_id, r.key, encode(r.digest, 'hex'), to_jsonb(r.fields),
        r.evidence_id::text, r.case_id::text)
      -- Two readings of one clock.
      OR r.asked_at NOT BETWEEN m.at - interval '5 seconds' AND m.at + interval '5 seconds'
      OR w.command_id IS NULL AND NOT EXISTS (
        SELECT FROM reeve.forgotten f
        WHERE f.collection_id = r.collection_id AND f.key = r.key)
      -- The value searched for is not kept, so the reason of a find cannot be proved.
      OR r.kind <> 'find' AND r.digest <> sha256(w.salt
        || reeve.bytes_prefix(convert_to(w.reason, 'UTF8')) || reeve.bytes_prefix(NULL))
    UNION ALL
    SELECT NULL, w.command_id, NULL, 'a reason without a reveal'
    FROM reeve.reveal_reason w
    WHERE w.command_id >= least_command AND NOT EXISTS (
      SELECT FROM reeve.reveal r WHERE r.command_id = w.command_id);
END
$$;

COMMENT ON FUNCTION reeve.audit_fault_people(bigint, timestamptz) IS
  'Part of reeve.audit_faults: compares members and emergencies (all of them), proposals with '
  'their decisions, and reveals with what commands sealed, from a given one on; finds those made '
  'since then without a command.';
