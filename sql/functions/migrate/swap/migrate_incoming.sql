CREATE OR REPLACE FUNCTION reeve.migrate_incoming(
  mapping jsonb, live regclass, next regclass, next_name text, is_back boolean)
RETURNS TABLE(role_name text, relation regclass, name text, park text, restore text, validate text,
  problem text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH own AS MATERIALIZED (
    SELECT v.is_live, i.id
    FROM (VALUES (TRUE, CASE WHEN is_back THEN 'target' ELSE 'source' END, live),
      (FALSE, CASE WHEN is_back THEN 'source' ELSE 'target' END, next)) v(is_live, side, main)
    CROSS JOIN LATERAL reeve.migrate_parts(mapping, v.side, v.main) p
    CROSS JOIN LATERAL (
      SELECT p.relation::oid UNION SELECT h.relid FROM pg_partition_tree(p.relation) h) i(id)
  )
  SELECT pg_get_userbyid(r.relowner), r.oid::regclass, k.conname,
    format('ALTER TABLE %s DROP CONSTRAINT %I', r.oid::regclass, k.conname),
    format('ALTER TABLE %s ADD CONSTRAINT %I FOREIGN KEY (', r.oid::regclass, k.conname)
      || (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY c.place)
        FROM unnest(k.conkey) WITH ORDINALITY c(number, place)
        JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.number)
      || format(') REFERENCES %s(', next_name)
      || (SELECT string_agg(quote_ident(u.column_name), ', ' ORDER BY u.place)
        FROM unnest(t.names) WITH ORDINALITY u(column_name, place))
      || ')'
      || CASE k.confmatchtype WHEN 'f' THEN ' MATCH FULL' ELSE '' END
      || ' ON UPDATE ' || o.names[position(k.confupdtype IN 'arcnd')]
      || ' ON DELETE ' || o.names[position(k.confdeltype IN 'arcnd')]
      || CASE WHEN k.confdelsetcols IS NULL THEN '' ELSE (
        SELECT format(' (%s)', string_agg(quote_ident(a.attname), ', '))
        FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.confdelsetcols)) END
      || CASE WHEN k.condeferrable THEN ' DEFERRABLE' ELSE '' END
      || CASE WHEN k.condeferred THEN ' INITIALLY DEFERRED' ELSE '' END
      || CASE WHEN r.relkind = 'p' THEN '' ELSE ' NOT VALID' END
      || coalesce(format('; COMMENT ON CONSTRAINT %I ON %s IS ', k.conname, r.oid::regclass)
        || quote_literal(obj_description(k.oid, 'pg_constraint')), ''),
    CASE WHEN k.convalidated AND r.relkind <> 'p'
      THEN format('ALTER TABLE %s VALIDATE CONSTRAINT %I', r.oid::regclass, k.conname) END,
    (SELECT w.problem
      FROM (VALUES
        (1, k.conrelid IN (SELECT s.id FROM own s WHERE NOT s.is_live), format('%1$s takes that '
          'place: drop the constraint, and after the cutover let it refer to %1$s itself', next)),
        (2, k.confrelid <> live,
          format('it refers to a partition: let it refer to %s itself', live)),
        (3, array_position(t.names, NULL) IS NOT NULL, format('a column that it refers to has no '
          'counterpart in %s with nothing but `from`', next)),
        (4, NOT EXISTS (
            SELECT FROM pg_index i
            WHERE i.indrelid = next AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
              AND i.indimmediate AND i.indisvalid
              AND (SELECT array_agg(n ORDER BY n)
                FROM unnest((i.indkey::int2[])[0:i.indnkeyatts - 1]) n) = t.numbers),
          format('%s has no unique index on exactly (%s)', next, array_to_string(t.names, ', '))),
        (5, NOT t.is_comparable, format('its columns have types that (%s) of %s cannot be compared '
          'with', array_to_string(t.names, ', '), next)),
        (6, r.relpersistence = 'p' AND x.relpersistence <> 'p', format('%s is not logged', next)),
        (7, NOT t.is_granted, format('its owner may not refer to that: GRANT REFERENCES ON %s TO '
          '%I', next, pg_get_userbyid(r.relowner))),
        (8, NOT has_schema_privilege(r.relowner, x.relnamespace, 'USAGE'), format('its owner may '
          'not use that schema: GRANT USAGE ON SCHEMA %s TO %I', x.relnamespace::regnamespace,
          pg_get_userbyid(r.relowner))),
        (9, NOT pg_has_role(session_user, r.relowner, 'MEMBER'), format('you are no member of its '
          'owner: GRANT %I TO %I', pg_get_userbyid(r.relowner), session_user)))
        w(place, is_so, problem)
      WHERE w.is_so ORDER BY w.place LIMIT 1)
  FROM pg_constraint k
  JOIN pg_class r ON r.oid = k.conrelid
  JOIN pg_class x ON x.oid = next
  CROSS JOIN (SELECT ARRAY['NO ACTION', 'RESTRICT', 'CASCADE', 'SET NULL', 'SET DEFAULT']) o(names)
  -- The columns there that it is to refer to; NULL for one that has no direct counterpart.
  CROSS JOIN LATERAL (
    SELECT array_agg(b.attname::text ORDER BY c.place) AS names,
      array_agg(b.attnum ORDER BY b.attnum) AS numbers,
      bool_and(has_column_privilege(r.relowner, next, b.attnum, 'REFERENCES')) AS is_granted,
      bool_and(v.refers = v.referred OR EXISTS (
          SELECT FROM pg_operator e WHERE e.oprname = '=' AND e.oprcanmerge
            AND (e.oprleft, e.oprright) = (v.referred, v.refers))
        OR EXISTS (
          SELECT FROM pg_cast e WHERE e.castcontext = 'i'
            AND (e.castsource, e.casttarget) = (v.refers, v.referred))) AS is_comparable
    FROM unnest(k.confkey, k.conkey) WITH ORDINALITY c(number, own, place)
    JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = c.number
    JOIN pg_attribute h ON h.attrelid = k.conrelid AND h.attnum = c.own
    LEFT JOIN LATERAL (
      SELECT CASE WHEN is_back THEN p.value ->> 'from' ELSE p.key END AS name
      FROM jsonb_each(mapping -> 'columns') p
      WHERE a.attname = CASE WHEN is_back THEN p.key ELSE p.value ->> 'from' END
        AND NOT p.value ?| ARRAY['up', 'down', 'default'] LIMIT 1) m ON TRUE
    LEFT JOIN pg_attribute b ON b.attrelid = next AND b.attname = m.name
    LEFT JOIN pg_type ht ON ht.oid = h.atttypid
    LEFT JOIN pg_type bt ON bt.oid = b.atttypid
    CROSS JOIN LATERAL (
      SELECT coalesce(nullif(ht.typbasetype, 0), ht.oid), coalesce(nullif(bt.typbasetype, 0),
        bt.oid)) v(refers, referred)) t
  WHERE k.contype = 'f' AND k.conparentid = 0
    AND (k.confrelid = live OR k.confrelid IN (SELECT h.relid FROM pg_partition_tree(live) h))
    -- Those of the table itself, its partitions and its parts stay.
    AND k.conrelid NOT IN (SELECT s.id FROM own s WHERE s.is_live)
  ORDER BY r.oid::regclass::text, k.conname
$$;

COMMENT ON FUNCTION reeve.migrate_incoming(jsonb, regclass, regclass, text, boolean) IS
  'Foreign keys of other tables that refer to the live one or a partition of it, the statements by '
  'which they refer to the next one by that name, and why one cannot, with what to do. NULL: '
  'validate, problem; restore where there is a problem.';
