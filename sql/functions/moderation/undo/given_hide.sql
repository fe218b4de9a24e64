CREATE OR REPLACE FUNCTION reeve.given_hide(
  r reeve.rule, names text[], rows reeve.given[], originals bigint[])
RETURNS SETOF reeve.given
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
BEGIN
  RETURN QUERY
    SELECT r.rule_id, s.key, u.ids, CASE WHEN names = '{}' THEN '{}'::jsonb
      ELSE jsonb_build_object(names[1],
        coalesce(rest.value, s.base -> names[1], u.before -> names[1])) END,
      stood.vals, names, FALSE, CASE WHEN others.ids IS NULL THEN 'last' END, NULL
    FROM (
      SELECT k.key, array_agg(k.action_ids[1] ORDER BY k.action_ids[1]) AS ids,
        (array_agg(k.value ORDER BY k.action_ids[1]))[1] AS before
      FROM unnest(rows) k GROUP BY k.key) u
    -- Looked up one by one, not joined: with few statistics a join would read all of them.
    CROSS JOIN LATERAL (
      SELECT o.* FROM reeve.subject o
      WHERE o.collection_id = r.affected_id AND o.key = u.key AND o.hidden_by && u.ids OFFSET 0) s
    CROSS JOIN LATERAL (
      SELECT array_agg(h) FROM unnest(s.hidden_by) h WHERE h <> ALL (originals)) others(ids)
    LEFT JOIN LATERAL (
      SELECT CASE WHEN r.sets_until AND names = r.columns THEN
          CASE WHEN count(*) > 0 THEN to_jsonb(greatest(
            max(a.until), (s.base ->> names[1])::timestamptz)) END
        -- Values have no order: the one that another action wrote last remains.
        ELSE (array_agg(e.after -> names[1] ORDER BY e.action_id DESC))[1] END AS value
      FROM reeve.effect e JOIN reeve.action a USING (action_id)
      WHERE e.action_id = ANY (others.ids) AND e.collection_id = r.affected_id
        AND e.key = s.key AND e.before ? names[1]) rest ON others.ids IS NOT NULL
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(DISTINCT jsonb_build_object(names[1], e.after -> names[1])) AS vals
      FROM reeve.effect e
      WHERE e.collection_id = r.affected_id AND e.key = s.key AND e.after ? names[1]) stood;
END
$$;

COMMENT ON FUNCTION reeve.given_hide(reeve.rule, text[], reeve.given[], bigint[]) IS
  'The value of the column of hidden rows after these actions no longer hide them: the maximum, or '
  'the last value, of the remaining causes that wrote it, else what it held before the first. '
  'expect: all that actions and undos ever wrote there, since anything else is the app''s. code: '
  'last if no cause remains, whatever column it wrote.';
