CREATE OR REPLACE FUNCTION reeve.batch_barred(
  people text[], c reeve.collection, k reeve.action_kind, verb text, keys text[],
  name text, until timestamptz, grace interval, is_protecting boolean)
RETURNS TABLE(key text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH wanted AS (SELECT u.key, u.place FROM unnest(keys) WITH ORDINALITY u(key, place)),
  -- As of one subject: where there is something to set and nothing to hide, a row must be found.
  stateful AS (
    SELECT array_agg(r.rule_id) AS rules FROM reeve.rule r
    WHERE r.app = c.app AND r.verb = batch_barred.verb AND r.collection_id = c.collection_id
      AND r.is_live
    HAVING bool_or(r.kind = 'set') AND NOT bool_or(r.kind IN ('hide', 'erase'))),
  found AS MATERIALIZED (
    SELECT f.root FROM stateful s CROSS JOIN unnest(s.rules) rule
    CROSS JOIN LATERAL reeve.app_select(
      rule, keys, statement_timestamp(), until, grace, 'read each', NULL) f
    WHERE f.root IS NOT NULL)
  SELECT DISTINCT ON (b.key) b.key, b.code, b.message
  FROM (
    SELECT 1, w.key, 'notfound', format('there is no %s:%s', c.name, w.key)
    FROM wanted w
    LEFT JOIN reeve.app_known(c.collection_id, keys) h ON h.place = w.place
    WHERE h.key IS NULL
    UNION ALL
    SELECT 2, p.key, r.code, r.message
    FROM (SELECT DISTINCT t.key FROM reeve.subject_team(c.collection_id, keys) t) p
    CROSS JOIN unnest(people) who
    CROSS JOIN LATERAL reeve.action_barred(who, c, k, verb, p.key) r
    WHERE r.code IN ('self', 'peer')
    UNION ALL
    SELECT 3, m.key, 'already',
      format('%s:%s already has the %s %s, by A%s', c.name, m.key,
        CASE WHEN batch_barred.name IS NULL THEN 'mark' ELSE k.name END, m.name, m.action_id)
    FROM reeve.mark m JOIN wanted w USING (key)
    WHERE m.collection_id = c.collection_id AND m.kind = k.name
      AND m.name = coalesce(batch_barred.name, batch_barred.verb) AND m.until >= batch_barred.until
      AND m.until > statement_timestamp() AND m.is_protecting >= batch_barred.is_protecting
      AND m.kind <> 'hold'
    UNION ALL
    SELECT 4, w.key, 'state',
      format('cannot %s: %s:%s is not in a state that allows it', verb, c.name, w.key)
    FROM wanted w CROSS JOIN stateful
    WHERE w.key NOT IN (SELECT f.root FROM found f)
    ) b(place, key, code, message)
  ORDER BY b.key, b.place
$$;

COMMENT ON FUNCTION reeve.batch_barred(
  text[], reeve.collection, reeve.action_kind, text, text[], text, timestamptz, interval,
  boolean) IS
  'Those of the subjects that a verb cannot be performed on, and why: no such row, one of the '
  'people who would do it or a peer of theirs, already has that mark, or in no state that allows '
  'it.';
