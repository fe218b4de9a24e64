CREATE OR REPLACE FUNCTION reeve.migrate_runs(statements jsonb)
RETURNS TABLE(place bigint, role_name text, statements text[])
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT min(u.place), u.role_name, array_agg(u.statement ORDER BY u.place)
  FROM (
    SELECT s.place, s.value ->> 'role_name', s.value ->> 'statement',
      s.place - row_number() OVER (PARTITION BY s.value ->> 'role_name' ORDER BY s.place)
    FROM jsonb_array_elements(migrate_runs.statements) WITH ORDINALITY s(value, place))
    u(place, role_name, statement, run)
  GROUP BY u.role_name, u.run ORDER BY 1
$$;

COMMENT ON FUNCTION reeve.migrate_runs(jsonb) IS
  'Groups statements, each with its role_name, so that consecutive ones of one role are one call '
  'of reeve.role_execute.';
