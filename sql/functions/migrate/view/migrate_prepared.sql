CREATE OR REPLACE FUNCTION reeve.migrate_prepared(
  relation regclass, keys text[], role_name text, there jsonb, seen jsonb)
RETURNS TABLE(operation text, statement text, reads text, told text[])
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT DISTINCT ON (n.name) n.name,
    format('DO %L', format($f$
      DECLARE
        types regtype[];
        affected bigint;
      BEGIN
        PERFORM set_config('search_path', %L, TRUE);
        EXECUTE %L;
        BEGIN
          types := (SELECT s.parameter_types FROM pg_catalog.pg_prepared_statements s
            WHERE s.name = 'reeve_rehearsal');
          EXECUTE 'EXECUTE reeve_rehearsal' || coalesce((
            SELECT '(' || string_agg(quote_nullable(%L::jsonb ->> t::oid::text), ', ' ORDER BY n)
              || ')'
            FROM unnest(types) WITH ORDINALITY u(t, n)), '');
          GET DIAGNOSTICS affected = ROW_COUNT;
          SET CONSTRAINTS ALL IMMEDIATE;
        EXCEPTION WHEN OTHERS THEN
          DEALLOCATE reeve_rehearsal;
          RAISE;
        END;
        DEALLOCATE reeve_rehearsal;
        RAISE EXCEPTION USING ERRCODE = 'RV900', MESSAGE = affected;
      END
    $f$, n.path, 'PREPARE reeve_rehearsal AS ' || s.query, (
      SELECT jsonb_object_agg(v.type, v.value) FROM (
        SELECT DISTINCT ON (1) a.atttypid::text, there ->> a.attname
        FROM pg_attribute a
        WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped
        ORDER BY 1, a.attname <> ALL (keys), a.attnum) v(type, value)))),
    'SELECT NULL::jsonb',
    CASE WHEN s.query ~* E'\\mON\\s+CONFLICT\\M' THEN '{42P10,23505}'::text[]
      WHEN s.query ~* E'\\mMERGE\\M' THEN '{42809,0A000}' END
  FROM jsonb_to_recordset(seen) s(role_name text, query text)
  CROSS JOIN LATERAL (
    SELECT left(regexp_replace(s.query, '[[:space:][:cntrl:]]+', ' ', 'g'), 100),
      -- As the role finds tables, where its session does not say otherwise.
      format('%s, %s', coalesce((
        SELECT substr(o, 13)
        FROM pg_db_role_setting d
        CROSS JOIN LATERAL unnest(d.setconfig) o
        WHERE o LIKE E'search\\_path=%'
          AND d.setrole IN (0, to_regrole(quote_ident(s.role_name))::oid)
          AND d.setdatabase IN (0, (
            SELECT b.oid FROM pg_database b WHERE b.datname = current_database()))
        ORDER BY d.setrole = 0, d.setdatabase = 0 LIMIT 1), '"$user", public'), (
      SELECT r.relnamespace::regnamespace FROM pg_class r WHERE r.oid = relation))) n(name, path)
  WHERE s.role_name = migrate_prepared.role_name
  ORDER BY n.name
$$;

COMMENT ON FUNCTION reeve.migrate_prepared(regclass, text[], text, jsonb, jsonb) IS
  'Statements that try, as reeve.migrate_operations does, what a role was seen to run on a table '
  '(reeve.migrate_seen): each parameter has the value of the first column of its type in the row '
  'there, a key''s before others, or NULL. They end with RV900, whose message is the number of '
  'rows that were returned. NULL: told.';
