CREATE OR REPLACE FUNCTION reeve.migrate_try(copy_id int, seconds float8)
RETURNS TABLE(table_name text, role_name text, operation text, state text, problem text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = migrate_try.copy_id);
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = c.source);
  dropped text[] := reeve.catalog_columns(c.mapping -> 'drop');
  until timestamptz := clock_timestamp() + seconds * interval '1 second';
  stranger text := 'reeve_rehearsal_' || copy_id;
  names text[];
  samples jsonb;
  found jsonb := '[]';
  item record;
BEGIN
  BEGIN
    IF (SELECT r.rolsuper OR r.rolcreaterole FROM pg_roles r WHERE r.rolname = session_user) THEN
      EXECUTE format('CREATE ROLE %I', stranger);
      EXECUTE format('GRANT %I TO %I', stranger, session_user);
    END IF;
    FOR item IN
      SELECT p.*, r.relacl, r.relowner
      FROM reeve.migrate_parts(c.mapping, 'source', c.source, '') p
      JOIN pg_class r ON r.oid = p.relation ORDER BY p.place
    LOOP
      names := ARRAY(SELECT a.attname::text FROM pg_attribute a
        WHERE a.attrelid = item.relation AND a.attnum > 0 AND NOT a.attisdropped
          AND a.attname <> ALL (dropped) ORDER BY a.attnum);
      samples := reeve.role_read(owner_name, format(
        'SELECT coalesce(jsonb_agg(to_jsonb(ARRAY[%s])), ''[]'') FROM (SELECT * FROM %s LIMIT 2) x',
        (SELECT string_agg(format('x.%I::text', n), ', ') FROM unnest(names) n), item.name));
      samples := (SELECT jsonb_agg((SELECT jsonb_object_agg(n.name, s.value -> (n.place - 1)::int)
          FROM unnest(names) WITH ORDINALITY n(name, place)) ORDER BY s.number)
        FROM jsonb_array_elements(samples) WITH ORDINALITY s(value, number));
      BEGIN
        -- Where nothing refers to it, its values are free.
        PERFORM reeve.role_execute(owner_name, ARRAY[format('DELETE FROM %s x WHERE %s', item.name,
          (SELECT string_agg(format('x.%I = %L::%s', k.name, samples -> 0 ->> k.name, k.type),
              ' AND ')
            FROM unnest(item.keys || item.list,
              reeve.catalog_types(item.relation, item.keys || item.list)) k(name, type)))]);
      EXCEPTION WHEN OTHERS THEN
        NULL;
      END;
      FOR role_name IN
        SELECT DISTINCT coalesce(g.rolname, stranger) AS name
        FROM (
          SELECT x.grantee FROM aclexplode(item.relacl) x
          UNION
          SELECT x.grantee FROM pg_attribute a CROSS JOIN LATERAL aclexplode(a.attacl) x
          WHERE a.attrelid = item.relation
          UNION
          SELECT item.relowner) a
        LEFT JOIN pg_roles g ON g.oid = a.grantee
        WHERE coalesce(g.rolname, stranger) = stranger
          OR g.rolname !~ '^reeve_(reader|writer|hand)_'
        ORDER BY 1
      LOOP
        -- Triggers and defaults of the app run as that role, which may never have used the table.
        IF clock_timestamp() > until OR to_regrole(quote_ident(role_name)) IS NULL
          OR NOT reeve.migrate_may_try(role_name, owner_name)
        THEN
          found := found || jsonb_build_object('table', item.name, 'role', role_name);
          CONTINUE;
        END IF;
        found := found || (
          WITH d AS MATERIALIZED (
            SELECT d.*, row_number() OVER () AS place
            FROM reeve.migrate_operations(item.relation, item.name, item.keys, dropped, role_name,
              samples -> 0, samples -> 1) d)
          SELECT coalesce(jsonb_agg(jsonb_build_object('table', item.name, 'role', role_name,
            'operation', d.operation, 'state', coalesce(t.state, '00000'),
            'problem', t.problem)), '[]')
          FROM reeve.role_tries(role_name, ARRAY(
            SELECT d.statement FROM d ORDER BY d.place)) t
          JOIN d ON d.place = t.place);
      END LOOP;
    END LOOP;
    RAISE EXCEPTION 'they are tried';
  EXCEPTION WHEN raise_exception THEN
    IF SQLERRM <> 'they are tried' THEN
      RAISE;
    END IF;
  END;
  RETURN QUERY
    SELECT f ->> 'table', CASE f ->> 'role' WHEN stranger THEN 'PUBLIC' ELSE f ->> 'role' END,
      f ->> 'operation', f ->> 'state', f ->> 'problem'
    FROM jsonb_array_elements(found) f;
END
$$;

COMMENT ON FUNCTION reeve.migrate_try(int, float8) IS
  'Tries, as each role with rights on the old tables of a live copy, the operations that these '
  'allow, by the old names, and undoes them; returns the SQLSTATE of each operation, 00000 if it '
  'succeeds. A row without an operation is a role that was not tried: reeve.migrate_may_try, or '
  'so many seconds were over. NULL: operation, state, problem.';
