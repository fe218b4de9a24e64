-- What plpgsql_check finds in the functions of a migrated database, one fault a row:
--
-- - A name that could be a variable or parameter as well as a column. PL/pgSQL fails when it runs such a
--   statement; in SQL it silently is the column: WHERE t.key = key is then true of every row.
-- - A variable of a row type that is taken for a table of the same name in a statement.
-- - A variable of a row type that gets a whole row as the value of its first field.
-- - A variable that nothing uses.
--
-- It makes functions, so it is run in a copy of the database.
SET client_min_messages = error;
CREATE EXTENSION plpgsql_check;
CREATE SCHEMA lint;
CREATE TEMP TABLE report(line text);
DO $do$
DECLARE
  f record;
  looked regprocedure;
BEGIN
  FOR f IN
    SELECT p.oid AS id, p.proname AS name, l.lanname = 'sql' AS is_sql, p.prosrc AS source,
      coalesce(t.tgrelid, 0) AS relation, t.tgnewtable AS added, t.tgoldtable AS removed, (
      SELECT string_agg(format('%I %s', a.name, a.type::regtype), ', ' ORDER BY a.place)
      FROM unnest(p.proargnames, coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargmodes)
        WITH ORDINALITY a(name, type, mode, place)
      WHERE coalesce(a.mode, 'i') IN ('i', 'b', 'v')) AS arguments
    FROM pg_proc p
    JOIN pg_language l ON l.oid = p.prolang
    LEFT JOIN reeve.app a ON a.schema_name = p.pronamespace::regnamespace::text
    LEFT JOIN pg_trigger t ON t.tgfoid = p.oid AND NOT t.tgisinternal
    WHERE (p.pronamespace = 'reeve'::regnamespace OR a.app IS NOT NULL)
      AND (l.lanname = 'sql' AND p.proargnames <> '{}' AND p.prosrc <> ''
        OR l.lanname = 'plpgsql' AND p.prorettype <> 'event_trigger'::regtype
          AND (t.tgrelid IS NULL) = (p.prorettype <> 'trigger'::regtype))
  LOOP
    IF f.is_sql THEN
      -- In PL/pgSQL such a name is an error.
      EXECUTE format('CREATE FUNCTION lint.%I(%s) RETURNS SETOF record LANGUAGE plpgsql
        SET search_path = pg_catalog, reeve, pg_temp AS %L', f.name, f.arguments,
        format('BEGIN RETURN QUERY %s; END', rtrim(f.source, E'; \n')));
      looked := format('lint.%I', f.name)::regproc;
    ELSE
      looked := f.id;
    END IF;
    INSERT INTO report
    SELECT format('%s: %s', f.id::regprocedure, c)
    FROM plpgsql_check_function(looked, f.relation, fatal_errors => FALSE, newtable => f.added,
      oldtable => f.removed) c
    WHERE c ~ 'is ambiguous|cannot cast|too (few|many) attributes|unused variable'
      -- One trigger function may serve tables with different columns.
      OR c ~ 'has no field' AND c !~ 'record "(new|old)"';
    IF f.is_sql THEN
      EXECUTE 'DROP FUNCTION ' || looked;
    END IF;
  END LOOP;
END
$do$;
SELECT DISTINCT line FROM report ORDER BY line;
