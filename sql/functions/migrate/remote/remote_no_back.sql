CREATE OR REPLACE FUNCTION reeve.remote_no_back(mapping jsonb, facts jsonb) RETURNS SETOF text
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  source regclass := reeve.migrate_table(mapping, 'source');
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = source);
  target text := format('%I.%I', mapping #>> '{target,schema}', mapping #>> '{target,table}');
  dropped text[] := reeve.catalog_columns(mapping -> 'drop');
BEGIN
  RETURN QUERY
    SELECT t.reason
    FROM (VALUES
      (NOT (facts ->> 'can_trigger')::boolean, format('%1$s may not create triggers there: '
        'GRANT TRIGGER ON %2$s TO %1$I', facts ->> 'login', target)),
      (NOT (facts ->> 'is_alone')::boolean, format('%s is partitioned, or inherits', target))
    ) t(is_so, reason)
    WHERE t.is_so
    UNION ALL
    SELECT format(CASE WHEN b.name = ANY (dropped)
        THEN 'column %s is NOT NULL, has no default, and nothing there restores it'
        ELSE 'column %s has no `down`, and is not under `drop`' END, b.name)
    FROM reeve.migrate_columns(mapping, source, NULL) b
    JOIN reeve.migrate_attributes(mapping, 'source', source) a ON a.name = b.name
    WHERE b.is_back AND b.value_sql IS NULL AND CASE WHEN b.name = ANY (dropped)
      THEN a.is_required AND NOT a.has_default ELSE NOT b.is_generated END
    UNION ALL
    SELECT format('constraint %s of %s is deferred, which no row that Reeve writes may be',
      coalesce(k.conname, t.tgname), t.tgrelid::regclass)
    FROM reeve.migrate_parts(mapping, 'source', source) p
    JOIN pg_trigger t ON t.tgrelid = p.relation AND t.tginitdeferred
    LEFT JOIN pg_constraint k ON k.oid = t.tgconstraint
    WHERE t.tgisinternal;
  IF FOUND OR NOT pg_has_role(session_user, owner_name, 'MEMBER') THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH c AS MATERIALIZED (
      SELECT b.name, row_number() OVER (ORDER BY b.place) AS place, format(
        CASE WHEN b.column_name IS NOT NULL
          THEN 'INSERT INTO %1$s(%2$I) OVERRIDING SYSTEM VALUE SELECT %3$s FROM (SELECT %4$s) t'
          ELSE 'SELECT %3$s FROM (SELECT %4$s) t' END, p.name, b.column_name, b.value_sql,
        (SELECT string_agg(format('NULL::%s AS %I', f.type, f.name), ', ' ORDER BY f.place)
          FROM reeve.remote_form(mapping, facts) f)) AS statement
      FROM reeve.migrate_columns(mapping, source, NULL) b
      JOIN reeve.migrate_parts(mapping, 'source', source) p ON p.part = b.part
      WHERE b.is_back AND b.value_sql IS NOT NULL AND NOT b.is_generated
    )
    SELECT format('column %s does not come back: %s', c.name, t.problem)
    FROM reeve.catalog_tries(
      ARRAY(SELECT c.statement FROM c ORDER BY c.place), owner_name) t
    JOIN c ON c.place = t.place;
END
$$;

COMMENT ON FUNCTION reeve.remote_no_back(jsonb, jsonb) IS
  'Why there would be no way back after a cutover to another database; no row if there is one. '
  'facts: the result of reeve.remote_inspect there.';
