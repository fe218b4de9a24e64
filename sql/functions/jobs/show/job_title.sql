CREATE OR REPLACE FUNCTION reeve.job_title(kind text, args jsonb) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT left(concat_ws(' ', kind, coalesce(args ->> 'name', args ->> 'task')), 200)
$$;

COMMENT ON FUNCTION reeve.job_title(text, jsonb) IS
  'A job''s kind with the name or task in its arguments: command disable-account.';
