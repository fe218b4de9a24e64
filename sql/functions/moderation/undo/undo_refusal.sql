CREATE OR REPLACE FUNCTION reeve.undo_refusal(action_id bigint) RETURNS jsonb
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
BEGIN
  RETURN (
    SELECT jsonb_build_object('code', p.code, 'message', p.message)
    FROM (SELECT undo_refusal.action_id AS wanted) w
    LEFT JOIN reeve.action a ON a.action_id = w.wanted
    LEFT JOIN reeve.action u ON u.action_id = a.reversed_by
    -- Rows that the undo could not restore may be tried again.
    LEFT JOIN LATERAL (
      SELECT n.action_id FROM reeve.unrestored n WHERE n.action_id = a.action_id LIMIT 1) o ON TRUE
    LEFT JOIN reeve.catalog_action d ON d.verb = a.verb AND d.collection_id = a.collection_id
    LEFT JOIN reeve.action_kind k ON k.name = d.kind
    LEFT JOIN LATERAL (
      SELECT a.verb <> 'note' AND reeve.subject_own(a.collection_id, array_remove(ARRAY[
        a.key, reeve.merge_into(a.collection_id, a.verb, a.name)], NULL), login)
        ) s(own) ON a.key IS NOT NULL
    -- Only for merges: each condition takes a while.
    CROSS JOIN LATERAL (
      SELECT CASE WHEN a.reverses IS NULL AND u.action_id IS NULL
        AND reeve.merge_into(a.collection_id, a.verb, a.name) IS NOT NULL
        THEN reeve.merge_stuck(a) END) g(why)
    CROSS JOIN LATERAL (SELECT CASE WHEN a.is_protecting THEN 'senior'
      ELSE coalesce(k.rank, 'moderator') END) n(needed)
    CROSS JOIN LATERAL (SELECT
      CASE WHEN NOT reeve.member_holds('moderator') THEN 'rank'
        WHEN a.action_id IS NULL THEN 'notfound'
        WHEN a.reverses IS NOT NULL THEN 'state'
        WHEN a.verb = 'expire' OR a.verb = 'remind' AND a.key IS NULL THEN 'final'
        WHEN u.action_id IS NOT NULL AND o.action_id IS NULL THEN 'undone'
        WHEN k.is_final OR a.erased_by IS NOT NULL OR a.erase_at <= statement_timestamp()
          THEN 'final'
        WHEN NOT reeve.member_holds(n.needed) THEN 'rank'
        WHEN s.own THEN 'self'
        WHEN g.why IS NOT NULL THEN g.why ->> 'code'
        WHEN reeve.action_is_final(ARRAY[a.action_id]) <> '{}' THEN 'final' END,
      CASE WHEN NOT reeve.member_holds('moderator') THEN format(
          'undoing needs the rank moderator; yours is %s', coalesce(reeve.member_rank(), 'none'))
        WHEN a.action_id IS NULL THEN format('there is no action A%s', w.wanted)
        WHEN a.reverses IS NOT NULL
          THEN format('A%s is itself an %s; repeat the action instead', w.wanted, a.verb)
        WHEN a.verb = 'expire' THEN format('A%s ended stale rows; that cannot be undone', w.wanted)
        WHEN a.verb = 'remind' AND a.key IS NULL
          THEN format('A%s reminded people; that cannot be undone', w.wanted)
        WHEN u.action_id IS NOT NULL AND o.action_id IS NULL
          THEN format('A%s was already undone by A%s (%s by %s)',
          w.wanted, u.action_id, u.verb, reeve.actor_text(u.actor, u.principal))
        WHEN k.is_final THEN format(
          'A%s erased it; erased data cannot be restored', w.wanted)
        WHEN a.erased_by IS NOT NULL THEN format(
          'what A%s deleted was erased by A%s and cannot be restored', w.wanted, a.erased_by)
        WHEN a.erase_at <= statement_timestamp() THEN format(
          'the time to undo A%s ended at %s', w.wanted, reeve.moment_text(a.erase_at))
        WHEN NOT reeve.member_holds(n.needed) THEN format(
          'undoing a %s needs the rank %s; yours is %s', a.verb, n.needed, reeve.member_rank())
        WHEN s.own THEN format(
          'A%s is on you, or yours: nobody acts on themselves', w.wanted)
        WHEN g.why IS NOT NULL THEN g.why ->> 'message'
        ELSE format('nothing that A%s changed can be restored', w.wanted) END
    ) p(code, message)
    WHERE p.code IS NOT NULL);
END
$$;

COMMENT ON FUNCTION reeve.undo_refusal(bigint) IS
  'Why this login cannot undo an action now (code, message); NULL if it can. final: nobody can, '
  'and nothing of it can be restored.';
