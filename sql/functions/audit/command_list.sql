CREATE OR REPLACE FUNCTION reeve.command_list(
  max_rows int, before bigint DEFAULT NULL, who text DEFAULT NULL, app text DEFAULT NULL,
  collection text DEFAULT NULL, key text DEFAULT NULL, since timestamptz DEFAULT NULL,
  till timestamptz DEFAULT NULL, is_refused boolean DEFAULT FALSE, about bigint DEFAULT NULL)
RETURNS TABLE(
  command_id bigint, seq bigint, at timestamptz, actor text, principal text, kind text,
  subject text, outcome text, code text, action_id bigint, rank text, approval_id bigint,
  program text, address text, glass bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
  behind bigint[];
  is_auditor constant boolean := reeve.member_holds('auditor');
BEGIN
  PERFORM reeve.member_require('viewer');
  IF collection IS NOT NULL THEN
    c := reeve.collection_resolve(app, collection);
    key := reeve.subject_key(c, key);
  END IF;
  IF about IS NOT NULL THEN
    SELECT ARRAY(
      SELECT m.command_id FROM reeve.command m WHERE m.action_id IN (a.action_id, a.reversed_by)
      UNION
      SELECT m.command_id FROM reeve.command m
      WHERE m.collection_id = a.collection_id AND m.key = a.key
        AND m.detail ->> 'approval' = a.approval_id::text)
    INTO behind
    FROM reeve.action a WHERE a.action_id = about;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no action A%', about USING ERRCODE = 'RV004';
    END IF;
  END IF;
  RETURN QUERY
    SELECT m.command_id, h.seq, m.at, m.actor, m.principal, m.kind,
      coalesce(reeve.record_subject(m, l), m.detail ->> 'about',
        'schedule ' || s.app || '/' || s.name, j.subject),
      CASE m.code WHEN 'failed' THEN 'failed' ELSE m.outcome END,
      coalesce(m.detail ->> 'sqlstate', m.code),
      m.action_id, m.detail ->> 'as', (m.detail ->> 'approval')::bigint,
      CASE WHEN is_auditor THEN m.program END, CASE WHEN is_auditor THEN host(m.address) END,
      (m.detail ->> 'glass')::bigint
    FROM reeve.command m
    LEFT JOIN reeve.chain h USING (command_id)
    LEFT JOIN reeve.collection l ON l.collection_id = m.collection_id
    LEFT JOIN reeve.cron_reason s USING (command_id)
    LEFT JOIN reeve.job_reason j USING (command_id)
    WHERE m.command_id < coalesce(before, 9223372036854775807)
      AND (who IS NULL OR m.actor = who OR m.principal = who)
      AND (c.collection_id IS NULL
        OR m.collection_id = c.collection_id AND m.key = command_list.key)
      AND (since IS NULL OR m.at >= since) AND (till IS NULL OR m.at < till)
      AND (is_refused IS NOT TRUE OR m.outcome = 'refused')
      AND (behind IS NULL OR m.command_id = ANY (behind))
    ORDER BY m.command_id DESC LIMIT max_rows;
  -- Rows that the app removed stay on the record; rows that never existed are an error.
  IF NOT FOUND AND before IS NULL AND c.collection_id IS NOT NULL
    AND reeve.app_key(c.collection_id, key) IS NULL
  THEN
    RAISE EXCEPTION 'there is no %:%', c.name, key USING ERRCODE = 'RV004';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.command_list(
  int, bigint, text, text, text, text, timestamptz, timestamptz, boolean, bigint) IS
  'Recorded commands, newest first: below a command id (NULL: from the newest), of a login, '
  'about a subject, from since on and before till, refused and failed ones, or all behind an '
  'action: who asked for, approved, performed and undid it. RV004 for a subject with neither row '
  'nor record. seq is NULL until the command is linked. program and address only for auditors '
  'and seniors. glass: the rank taken in an emergency by which it was given, or that it is about. '
  'NULL: seq, principal, subject, code, action_id, rank, approval_id, program, address, glass.';

GRANT EXECUTE ON FUNCTION reeve.command_list(
  int, bigint, text, text, text, text, timestamptz, timestamptz, boolean, bigint) TO reeve_viewer;
