CREATE OR REPLACE FUNCTION reeve.subject_history(
  app text, collection text, key text, max_rows int)
RETURNS TABLE(
  at timestamptz, action_id bigint, kind text, actor text, principal text, policy text, reason text,
  until timestamptz, outcome text, reverses bigint, reversed_by bigint, name text,
  public_reason text, terms text, glass bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  key := reeve.subject_key(c, key);
  -- Each kind is cut to the rows that can be listed before its other columns are looked up.
  RETURN QUERY
    WITH touched AS (
      -- Actions on the subject itself, effects of actions on others, refusals.
      SELECT a.action_id FROM reeve.action a
      WHERE a.collection_id = c.collection_id AND a.key = subject_history.key
      UNION
      SELECT m.action_id FROM reeve.mark m
      WHERE m.collection_id = c.collection_id AND m.kind = 'merge'
        AND m.name = subject_history.key
      UNION
      SELECT e.action_id FROM reeve.effect e
      WHERE e.collection_id = c.collection_id AND e.key = subject_history.key)
    SELECT a.performed_at, a.action_id,
      CASE WHEN a.key <> subject_history.key AND a.collection_id = c.collection_id
        AND reeve.merge_into(a.collection_id, a.verb, a.name) = subject_history.key
        THEN format('%s of %s:%s', a.verb, c.name, a.key) ELSE a.verb END,
      a.actor, a.principal, a.policy, a.reason, a.until,
      'done'::text, a.reverses, a.reversed_by,
      CASE WHEN reeve.merge_into(a.collection_id, a.verb, a.name) IS NULL THEN a.name
        WHEN a.key = subject_history.key THEN format('into %s:%s', c.name, a.name) END,
      a.public_reason, v.kind || ' ' || v.version,
      reeve.glass_of(ARRAY[a.actor, a.principal], a.performed_at)
    FROM (
      SELECT a.* FROM touched JOIN reeve.action a USING (action_id)
      ORDER BY a.performed_at DESC LIMIT max_rows) a
    LEFT JOIN reeve.term_version v USING (term_id)
    UNION ALL
    SELECT m.at, NULL, m.kind, m.actor, m.principal, NULL,
      coalesce(m.detail ->> 'sqlstate', m.code), NULL,
      CASE m.code WHEN 'failed' THEN 'failed' ELSE m.outcome END, NULL, NULL, NULL, NULL, NULL,
      (m.detail ->> 'glass')::bigint
    FROM (
      SELECT m.* FROM reeve.command m
      WHERE m.collection_id = c.collection_id AND m.key = subject_history.key
        AND m.outcome = 'refused'
      ORDER BY m.at DESC LIMIT max_rows) m
    UNION ALL
    SELECT r.asked_at, NULL, concat_ws(' ', 'reveal', nullif(r.kind, 'fields'),
      nullif(array_to_string(r.fields, ', '), '')), r.asked_by, NULL, NULL, w.reason, NULL,
      CASE WHEN r.read_at IS NULL THEN 'not looked at' ELSE 'done' END, NULL, NULL, NULL, NULL,
      NULL, reeve.glass_of(ARRAY[r.asked_by], r.asked_at)
    FROM (
      SELECT r.* FROM reeve.reveal r
      WHERE r.collection_id = c.collection_id AND r.key = subject_history.key
      ORDER BY r.asked_at DESC LIMIT max_rows) r
    LEFT JOIN reeve.reveal_reason w USING (command_id)
    ORDER BY 1 DESC LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.subject_history(text, text, text, int) IS
  'Returns the actions on a subject, directly, as a dependent row, or as the account that stays of '
  'a merge that stands, with those that were refused (reason = code) or failed (reason = '
  'SQLSTATE), and the reveals of its personal fields, newest first. terms: kind and version of the '
  'terms in force, as in action_clause; glass: the rank taken in an emergency by which it was '
  'done. NULL: action_id, principal, policy, reason, until, reverses, reversed_by, name, '
  'public_reason, terms, glass.';

GRANT EXECUTE ON FUNCTION reeve.subject_history(text, text, text, int) TO reeve_viewer;
