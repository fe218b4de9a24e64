CREATE OR REPLACE FUNCTION reeve.migrate_try(
  copy_id int, is_back boolean, samples jsonb, seen jsonb, times int, until timestamptz)
RETURNS TABLE(table_name text, role_name text, operation text, told text[], run int, state text,
  problem text, answer jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = migrate_try.copy_id);
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = c.source);
  dropped text[] := reeve.catalog_columns(c.mapping -> 'drop');
  stranger text := 'reeve_rehearsal_' || copy_id;
  rows jsonb;
  shown jsonb;
  found jsonb := '[]';
  item record;
BEGIN
  BEGIN
    IF (SELECT r.rolsuper OR r.rolcreaterole FROM pg_roles r WHERE r.rolname = session_user) THEN
      EXECUTE format('CREATE ROLE %I', stranger);
      EXECUTE format('GRANT %I TO %I', stranger, session_user);
    END IF;
    FOR item IN
      SELECT p.*, r.oid::regclass AS rights, r.relacl, r.relowner, t.relrowsecurity
      FROM reeve.migrate_parts(c.mapping, 'source', c.source, '') p
      JOIN pg_class t ON t.oid = p.relation
      JOIN pg_class r ON r.oid = CASE WHEN is_back THEN to_regclass(p.name) ELSE p.relation END
      ORDER BY p.place
    LOOP
      rows := samples -> item.place::text;
      BEGIN
        -- Where nothing refers to it, its values are free.
        PERFORM reeve.role_execute(owner_name, ARRAY[format('DELETE FROM %s x WHERE %s', item.name,
          (SELECT string_agg(format('x.%I = %L::%s', k.name, rows -> 0 ->> k.name, k.type),
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
          WHERE a.attrelid = item.rights
          UNION
          SELECT item.relowner
          UNION
          SELECT r.oid FROM jsonb_to_recordset(seen) s(role_name text)
          JOIN pg_roles r ON r.rolname = s.role_name WHERE item.place = 0) a
        LEFT JOIN pg_roles g ON g.oid = a.grantee
        WHERE coalesce(g.rolname, stranger) = stranger
          OR g.rolname !~ '^reeve_(reader|writer|hand)_'
        ORDER BY 1
      LOOP
        -- Triggers and defaults of the app run as that role, which may never have used the table.
        IF to_regrole(quote_ident(role_name)) IS NULL
          OR NOT reeve.migrate_may_try(role_name, owner_name)
        THEN
          found := found || jsonb_build_object('table', item.name, 'role', role_name);
          CONTINUE;
        END IF;
        shown := CASE WHEN item.relrowsecurity AND role_name <> owner_name
          THEN reeve.migrate_shown(item.relation, item.name, item.keys, role_name, rows)
          ELSE rows END;
        found := found || (
          WITH d AS MATERIALIZED (
            SELECT d.*, n.run, row_number() OVER () AS place
            FROM (
              SELECT o.* FROM reeve.migrate_operations(item.relation, item.rights, item.name,
                item.keys || item.list, dropped, role_name, shown) o
              UNION ALL
              SELECT p.* FROM reeve.migrate_prepared(item.relation, item.keys, role_name,
                shown -> 1, seen) p WHERE item.place = 0) d
            CROSS JOIN generate_series(1, times) n(run)
          )
          SELECT coalesce(jsonb_agg(jsonb_build_object('table', item.name, 'role', role_name,
            'operation', d.operation, 'told', d.told, 'run', d.run, 'state', CASE
              WHEN t.place IS NOT NULL THEN coalesce(nullif(t.state, 'RV900'), '00000') END,
            'problem', t.problem, 'answer', coalesce(t.answer, CASE t.state WHEN 'RV900'
              THEN jsonb_build_array(t.problem) END))), '[]')
          FROM d
          LEFT JOIN reeve.role_tries(role_name, ARRAY(
            SELECT d.statement FROM d ORDER BY d.place), ARRAY(
            SELECT d.reads FROM d ORDER BY d.place), until) t ON t.place = d.place);
      END LOOP;
    END LOOP;
    RAISE EXCEPTION 'they are tried';
  EXCEPTION WHEN raise_exception THEN
    IF SQLERRM <> 'they are tried' THEN
      RAISE;
    END IF;
  END;
  RETURN QUERY
    SELECT f.table, CASE f.role WHEN stranger THEN 'PUBLIC' ELSE f.role END, f.operation, f.told,
      f.run, f.state, f.problem, f.answer
    FROM jsonb_to_recordset(found) f("table" text, role text, operation text, told text[], run int,
      state text, problem text, answer jsonb);
END
$$;

COMMENT ON FUNCTION reeve.migrate_try(int, boolean, jsonb, jsonb, int, timestamptz) IS
  'Tries, as each role with rights on the old tables of a live copy, or on what has their '
  'names now (is_back), the operations that these allow, by the old names, each so many times '
  '(run), and undoes them; returns the SQLSTATE of each, 00000 if it succeeds, and what it '
  'returned and left (reeve.migrate_operations). A row without an operation is a role that was '
  'not tried (reeve.migrate_may_try), one without a state an operation that would have begun '
  'after until. NULL: operation, told, run, state, problem, answer.';
