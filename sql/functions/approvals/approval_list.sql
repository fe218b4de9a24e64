CREATE OR REPLACE FUNCTION reeve.approval_list(
  only_state text, max_rows int, only_id bigint DEFAULT NULL)
RETURNS TABLE(
  approval_id bigint, state text, verb text, app text, collection text, key text, label text,
  rules text[], proposed_by text, proposed_at timestamptz, why text, args jsonb,
  decided_by text, decided_at timestamptz, reason text, action_id bigint,
  is_single_handed boolean, lapses_at timestamptz, others text[], selection_id bigint,
  selection text, subjects int, batch_id bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT a.approval_id, s.state, a.verb, c.app, c.name, a.key,
      CASE WHEN a.collection_id IS NULL THEN coalesce(a.args ->> 'rank', a.args ->> 'oldest')
        ELSE (
        SELECT l.label FROM reeve.app_labels(c.collection_id, ARRAY[a.key]) l) END, a.rules,
      a.proposed_by, a.proposed_at, a.args ->> 'why', a.args, a.decided_by, a.decided_at, a.reason,
      a.action_id, a.is_single_handed, a.lapses_at,
      reeve.person_others(CASE WHEN s.state <> 'proposed' THEN NULL
        WHEN a.collection_id IS NULL THEN reeve.office_eligible(a.verb, a.key, a.args)
        ELSE reeve.approval_eligible(
          c, reeve.action_declared(c, a.verb, a.args), a.verb, a.key,
          reeve.merge_into(c.collection_id, a.verb, a.args ->> 'name')) END, a.proposed_by,
        a.proposed_at),
      a.selection_id, n.owner || '/' || n.name, cardinality(n.keys), a.batch_id
    FROM reeve.approval a
    LEFT JOIN reeve.collection c USING (collection_id)
    LEFT JOIN reeve.selection n ON n.selection_id = a.selection_id
    CROSS JOIN LATERAL (SELECT CASE
      WHEN a.state = 'proposed' AND a.lapses_at <= statement_timestamp() THEN 'lapsed'
      ELSE a.state END) s(state)
    WHERE (only_id IS NULL OR a.approval_id = only_id)
      AND (only_state IS NULL OR s.state = only_state)
    ORDER BY a.approval_id DESC LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.approval_list(text, int, bigint) IS
  'Proposals, newest first: in one state or any, or a single one. others: who could approve it, '
  'except its proposer. A change of the office has no collection, and the rank or version as its '
  'label. NULL: app, collection, key, label, why, decided_by, decided_at, reason, action_id, '
  'others, selection_id, selection, subjects, batch_id.';

GRANT EXECUTE ON FUNCTION reeve.approval_list(text, int, bigint) TO reeve_viewer;
