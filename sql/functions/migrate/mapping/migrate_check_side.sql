CREATE OR REPLACE FUNCTION reeve.migrate_check_side(mapping jsonb, side text)
RETURNS TABLE(path text, code text, message text, is_basic boolean)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH t AS MATERIALIZED (
    SELECT p.*, r.relkind, r.relpersistence, pg_get_userbyid(r.relowner) AS owner_name
    FROM reeve.migrate_parts(mapping, side, reeve.migrate_table(mapping, side)) p
    LEFT JOIN pg_class r ON r.oid = p.relation
  ),
  main AS (SELECT * FROM t WHERE t.place = 0)
  SELECT '/app', 'missing', format('the catalog of app %s is not applied here', mapping ->> 'app'),
    TRUE
  WHERE side = 'source' AND NOT EXISTS (SELECT FROM reeve.app a WHERE a.app = mapping ->> 'app')
  UNION ALL
  SELECT m.path, f.code, format(f.message, m.name), TRUE
  FROM main m
  CROSS JOIN LATERAL (VALUES
    ('missing', m.relation IS NULL, 'there is no table %s'),
    ('type', m.relkind NOT IN ('r', 'p') OR m.relpersistence = 't', '%s is not a table')
  ) f(code, is_wrong, message)
  WHERE f.is_wrong
  UNION ALL
  SELECT '/key/' || (k.place - 1), 'type', format('a key of type %s has no exact text',
    format_type(a.atttypid, a.atttypmod)), FALSE
  FROM main m
  CROSS JOIN LATERAL unnest(m.keys) WITH ORDINALITY k(name, place)
  JOIN pg_attribute a ON a.attrelid = m.relation AND a.attname = k.name
  WHERE side = 'source' AND a.atttypid IN ('float4'::regtype, 'float8'::regtype)
  UNION ALL
  SELECT '/key', 'key', format('%s has no unique index on exactly (%s), all NOT NULL', m.name,
    array_to_string(m.keys, ', ')), FALSE
  FROM main m
  WHERE m.relation IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_index i
    WHERE i.indrelid = m.relation AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
      AND i.indimmediate AND i.indisvalid
      AND (SELECT array_agg(a.attname::text ORDER BY a.attname) FROM pg_attribute a
        WHERE a.attrelid = m.relation AND a.attnum = ANY (i.indkey::int2[]) AND a.attnotnull)
        = (SELECT array_agg(n ORDER BY n) FROM unnest(m.keys) n))
  UNION ALL
  SELECT m.path, 'owner', format('you are not a member of %s, which owns %s', m.owner_name, m.name),
    FALSE
  FROM main m
  WHERE side = 'source' AND m.relation IS NOT NULL
    AND NOT pg_has_role(session_user, m.owner_name, 'MEMBER')
  UNION ALL
  SELECT t.path, 'unseen', format(f.message, t.name), FALSE
  FROM t
  CROSS JOIN LATERAL (VALUES
    (t.relkind = 'r' AND EXISTS (SELECT FROM pg_inherits i WHERE i.inhparent = t.relation),
      '%s is inherited from: triggers do not see what goes into the other tables. Move their rows '
      'into it, or make it a partitioned table'),
    (side = 'target' AND t.relkind = 'r'
        AND EXISTS (SELECT FROM pg_inherits i WHERE i.inhrelid = t.relation),
      '%1$s is an inheritance child: ALTER TABLE %1$s NO INHERIT …'),
    (EXISTS (SELECT FROM pg_subscription_rel b WHERE b.srrelid = t.relation),
      'a subscription writes %s as a replica, which fires no triggers'),
    (EXISTS (SELECT FROM pg_rewrite w WHERE w.ev_class = t.relation),
      '%s has rules, which would change what the copy writes to it: make triggers of them'),
    (EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = t.relation AND g.tgname ~ '^reeve_guard_'),
      'bans are enforced by a guard on %s, which does not move: apply a catalog without it')
  ) f(is_wrong, message)
  WHERE f.is_wrong
  UNION ALL
  SELECT t.path, 'unseen', h.problem, FALSE
  FROM t CROSS JOIN LATERAL reeve.migrate_parents(
    mapping, t.relation, reeve.migrate_table(mapping, 'target')) h
  WHERE side = 'source' AND h.problem IS NOT NULL
  UNION ALL
  SELECT t.path, 'unseen', format('%s: %s', u.reason, u.remedy), FALSE
  FROM t CROSS JOIN LATERAL reeve.migrate_unseen(t.relation, mapping ->> 'app') u
$$;

COMMENT ON FUNCTION reeve.migrate_check_side(jsonb, text) IS
  'What keeps a copy from the tables of a side (source or target) of a mapping that are in this '
  'database, wherever the other side is; one row per finding, as in reeve.migrate_check. '
  'is_basic: there is nothing that could be checked further.';
