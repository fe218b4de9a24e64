-- Statements on an app's tables evaluate code of the app: constraints that are validated, index
-- expressions, and whatever a literal in an expression is read by. They run in a cell of that role,
-- as in reeve.cell_run, made for this call: building the index evaluates its predicate as the
-- owner of the table, in PostgreSQL's security-restricted operation.
CREATE OR REPLACE FUNCTION reeve.role_execute(role_name text, statements text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET client_min_messages = warning
AS $$
DECLARE
  given text[] := array_remove(statements, NULL);
  is_ours boolean := role_name = 'reeve_owner' OR role_name ~ '^reeve_(writer|reader)_';
  statement text;
  locks bigint;
  state text;
  said text;
  context text;
BEGIN
  IF coalesce(cardinality(given), 0) = 0 THEN
    RETURN;
  END IF;
  PERFORM reeve.event_trigger_require();
  IF is_ours THEN
    PERFORM set_config('role', role_name, TRUE);
    FOREACH statement IN ARRAY given LOOP
      EXECUTE statement;
    END LOOP;
    PERFORM set_config('role', 'none', TRUE);
    RETURN;
  END IF;
  IF NOT has_database_privilege(role_name, current_database(), 'TEMPORARY') THEN
    RAISE EXCEPTION 'the role % may not create temporary tables, which Reeve needs to work as it',
      role_name
      USING ERRCODE = 'RV002', HINT = format('Have a database administrator run, then try again: '
        'GRANT TEMPORARY ON DATABASE %I TO %I;', current_database(), role_name);
  END IF;
  locks := reeve.role_locks();
  BEGIN
    PERFORM set_config('role', role_name, TRUE);
    -- An index accepts only immutable functions, which may not write; the functions they call may.
    EXECUTE format('CREATE FUNCTION pg_temp.reeve_work() RETURNS void LANGUAGE plpgsql '
      'SET search_path = pg_catalog, reeve, pg_temp AS %L', format(
      'DECLARE s text; BEGIN FOREACH s IN ARRAY %L::text[] LOOP EXECUTE s; END LOOP; END',
      given));
    CREATE FUNCTION pg_temp.reeve_run(int) RETURNS boolean LANGUAGE plpgsql IMMUTABLE
      AS 'BEGIN PERFORM pg_temp.reeve_work(); RETURN TRUE; END';
    CREATE TABLE pg_temp.reeve_cell AS SELECT 1 AS i;
    CREATE INDEX ON pg_temp.reeve_cell(i) WHERE pg_temp.reeve_run(i);
    DROP TABLE pg_temp.reeve_cell;
    DROP FUNCTION pg_temp.reeve_run(int), pg_temp.reeve_work();
    PERFORM set_config('role', 'none', TRUE);
  EXCEPTION WHEN query_canceled OR assert_failure OR OTHERS THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, said = MESSAGE_TEXT,
      context = PG_EXCEPTION_CONTEXT;
    PERFORM reeve.role_clean(locks);
    -- The server's own messages about the statements are for the operator.
    PERFORM reeve.app_error(state, said, context, '');
    RAISE;
  END;
  PERFORM reeve.role_clean(locks);
END
$$;

COMMENT ON FUNCTION reeve.role_execute(text, text[]) IS
  'Runs statements, NULL for none, as a role that the installer is a member of; those of an '
  'app''s role in a cell, where code of the app can neither become the installer nor leave '
  'traces in the session. RV006 for errors of that code, RV002 if the role may not create '
  'temporary tables.';
