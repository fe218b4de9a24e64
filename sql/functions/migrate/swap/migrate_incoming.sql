CREATE OR REPLACE FUNCTION reeve.migrate_incoming(
  mapping jsonb, live regclass, next_name text, is_back boolean)
RETURNS TABLE(role_name text, relation regclass, name text, park text, restore text, validate text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT pg_get_userbyid(r.relowner), r.oid::regclass, k.conname,
    format('ALTER TABLE %s DROP CONSTRAINT %I', r.oid::regclass, k.conname),
    -- NULL if a column it refers to has no direct counterpart on the other side.
    format('ALTER TABLE %s ADD CONSTRAINT %I FOREIGN KEY (', r.oid::regclass, k.conname)
      || (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY c.place)
        FROM unnest(k.conkey) WITH ORDINALITY c(number, place)
        JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.number)
      || format(') REFERENCES %s(', next_name)
      || (SELECT CASE WHEN count(m.name) = count(*)
          THEN string_agg(quote_ident(m.name), ', ' ORDER BY c.place) END
        FROM unnest(k.confkey) WITH ORDINALITY c(number, place)
        JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = c.number
        LEFT JOIN LATERAL (
          SELECT CASE WHEN is_back THEN p.value ->> 'from' ELSE p.key END AS name
          FROM jsonb_each(mapping -> 'columns') p
          WHERE a.attname = CASE WHEN is_back THEN p.key ELSE p.value ->> 'from' END
            AND NOT p.value ?| ARRAY['up', 'down', 'default'] LIMIT 1) m ON TRUE)
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
      THEN format('ALTER TABLE %s VALIDATE CONSTRAINT %I', r.oid::regclass, k.conname) END
  FROM pg_constraint k
  JOIN pg_class r ON r.oid = k.conrelid
  CROSS JOIN (SELECT ARRAY['NO ACTION', 'RESTRICT', 'CASCADE', 'SET NULL', 'SET DEFAULT']) o(names)
  WHERE k.confrelid = live AND k.contype = 'f' AND k.conparentid = 0
    -- Those of the table itself and of its parts stay.
    AND NOT EXISTS (
      SELECT FROM reeve.migrate_parts(mapping, CASE WHEN is_back THEN 'target' ELSE 'source' END,
        live) p WHERE p.relation = k.conrelid)
  ORDER BY r.oid::regclass::text, k.conname
$$;

COMMENT ON FUNCTION reeve.migrate_incoming(jsonb, regclass, text, boolean) IS
  'Foreign keys of other tables that refer to the live one, and the statements by which they '
  'refer to the next one; restore is NULL if that is not possible.';
