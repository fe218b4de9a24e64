CREATE OR REPLACE FUNCTION reeve.approval_need(
  who text, c reeve.collection, k reeve.action_kind, verb text, keys text[], plan jsonb,
  at timestamptz, self_id bigint)
RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  logins text[] := reeve.person_logins(who);
BEGIN
  RETURN (
    SELECT array_agg(concat_ws(': ', r.name, nullif(concat_ws(', ',
      CASE WHEN r.is_permanent THEN 'it has no end' END,
      CASE WHEN r.is_protected THEN 'a tag protects its subject' END,
      n.people || ' people would be notified, over ' || r.people,
      n.rows || ' rows change, over ' || r.rows,
      n.irreversible || ' rows cannot be restored, over ' || r.irreversible,
      who || ' did ' || q.done || ' within the hour, over ' || r.quota), ''))
      ORDER BY r.name)
    FROM reeve.approval_rule r
    CROSS JOIN LATERAL (
      SELECT (plan ->> 'people')::bigint, (plan ->> 'irreversible')::bigint,
        (SELECT coalesce(sum((e ->> 'rows')::bigint), 0)
          FROM jsonb_array_elements(plan -> 'effects') e
          WHERE e ->> 'kind' IN ('hide', 'set', 'delete'))
      ) n(people, irreversible, rows)
    LEFT JOIN LATERAL (
      SELECT count(*) + CASE WHEN self_id IS NULL THEN cardinality(keys) ELSE 0 END
      FROM reeve.action a
      WHERE coalesce(a.principal, a.actor) = ANY (logins)
        -- Those that the index action_quota holds.
        AND (a.policy IS NOT NULL OR a.name IS NOT NULL)
        AND (a.policy IS NOT NULL OR (a.collection_id, a.verb) IN (
          SELECT d.collection_id, d.verb FROM reeve.catalog_action d WHERE d.kind = 'merge'))
        AND a.approval_id IS NULL
        AND a.performed_at > at - interval '1 hour') q(done) ON r.quota IS NOT NULL
    WHERE (k.needs_policy OR k.is_final OR k.name = 'merge')
      AND r.app IS NOT DISTINCT FROM (
        SELECT a.app FROM reeve.app_part a WHERE a.app = c.app AND a.path = '{approvals}')
      AND (r.kinds IS NULL OR k.name = ANY (r.kinds))
      AND (r.collections IS NULL OR c.name = ANY (r.collections))
      AND (r.ranks IS NULL OR reeve.member_rank_of(who) = ANY (r.ranks))
      AND (NOT r.is_permanent OR plan ->> 'until' = 'infinity')
      AND (NOT r.is_protected OR EXISTS (
        SELECT FROM reeve.subject_protected(who, c.collection_id, keys)))
      AND (r.people IS NULL OR n.people > r.people)
      AND (r.rows IS NULL OR n.rows > r.rows)
      AND (r.irreversible IS NULL OR n.irreversible > r.irreversible)
      AND (r.quota IS NULL OR q.done > r.quota)
      -- In an emergency anyone may hide one thing reversibly for a day, but not day after day.
      AND NOT (k.name = 'hide' AND cardinality(keys) = 1 AND n.irreversible = 0
        AND (plan ->> 'until')::timestamptz <= at + interval '24 hours'
        AND NOT EXISTS (
          SELECT FROM reeve.action a
          WHERE a.collection_id = c.collection_id AND a.key = keys[1]
            AND a.verb = approval_need.verb
            AND coalesce(a.principal, a.actor) = ANY (logins) AND a.approval_id IS NULL
            AND a.action_id IS DISTINCT FROM self_id
            AND a.performed_at > at - interval '48 hours')));
END
$$;

COMMENT ON FUNCTION reeve.approval_need(
  text, reeve.collection, reeve.action_kind, text, text[], jsonb, timestamptz, bigint) IS
  'Why a plan, or what was just done (an action as self_id, or several), needs a second person: '
  'the rules that apply, in words; NULL if none does.';
