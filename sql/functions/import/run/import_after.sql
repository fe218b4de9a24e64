-- Acts as the app's writer, inside a cell; the function runs as the app's owner.
CREATE OR REPLACE FUNCTION reeve.import_after(mapping jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  a reeve.app := (SELECT a FROM reeve.app a WHERE a.app = mapping ->> 'app');
  writer text := reeve.app_role('writer', a.app);
  routine regprocedure := reeve.import_routine(mapping);
  called text := (
    SELECT format(CASE p.pronargs WHEN 1 THEN '%I.%I(($7)[1])' ELSE '%I.%I()' END, a.schema_name,
      p.proname)
    FROM pg_proc p WHERE p.oid = routine);
  most CONSTANT int := 10000;
  said jsonb;
  watched CONSTANT jsonb := (SELECT coalesce(jsonb_agg(to_jsonb(w)), '[]')
    FROM reeve.import_watch(a.app) w);
BEGIN
  PERFORM reeve.role_execute(a.owner_name, ARRAY[
    format('GRANT EXECUTE ON FUNCTION %s TO %I', routine, writer)]);
  said := reeve.cell_enter(a.app, format(
    'SELECT jsonb_build_array(count(*), coalesce(jsonb_agg(f.line ORDER BY f.place) '
    'FILTER (WHERE f.place <= %s), ''[]'')) FROM %s WITH ORDINALITY f(line, place)', most,
    called), vals => ARRAY[coalesce(mapping -> 'set', '{}')]);
  PERFORM reeve.role_execute(a.owner_name, ARRAY[
    format('REVOKE EXECUTE ON FUNCTION %s FROM %I', routine, writer)]);
  PERFORM reeve.import_own(a.app, watched);
  RETURN (said -> 1) || CASE WHEN (said ->> 0)::bigint > most
    THEN jsonb_build_array(format('and %s more', (said ->> 0)::bigint - most)) ELSE '[]' END;
END
$$;

COMMENT ON FUNCTION reeve.import_after(jsonb) IS
  'Calls the function that a mapping names as after, with its constants if it takes them, and '
  'returns its lines, the first 10,000.';
