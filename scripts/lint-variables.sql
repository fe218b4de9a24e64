-- Names in statements of PL/pgSQL functions that could be a variable or a column, one a row. With
-- #variable_conflict use_column they are columns, without a word: WHERE t.key = key is then true of every row. It
-- changes the functions, so it is for a copy of a database.
SET client_min_messages = error;
CREATE EXTENSION plpgsql_check;
CREATE TEMP TABLE report(line text);
DO $do$
DECLARE
  f record;
BEGIN
  FOR f IN
    SELECT p.oid AS id, pg_get_functiondef(p.oid) AS definition
    FROM pg_proc p
    JOIN pg_language l ON l.oid = p.prolang
    LEFT JOIN reeve.app a ON a.schema_name = p.pronamespace::regnamespace::text
    WHERE l.lanname = 'plpgsql' AND p.prorettype <> 'trigger'::regtype
      AND (p.pronamespace = 'reeve'::regnamespace OR a.app IS NOT NULL)
  LOOP
    -- Without the line, which says so, such a name is an error.
    EXECUTE replace(f.definition, '#variable_conflict use_column', '');
    INSERT INTO report
    SELECT format('%s: %s', f.id::regprocedure, c) FROM plpgsql_check_function(f.id, fatal_errors => FALSE) c
    WHERE c ~ 'is ambiguous';
  END LOOP;
END
$do$;
SELECT line FROM report ORDER BY line;
