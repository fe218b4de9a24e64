CREATE OR REPLACE FUNCTION reeve.remote_prepare(copy_id int, facts jsonb) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy;
  owner_name text;
  form text;
  reason text;
BEGIN
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = remote_prepare.copy_id FOR UPDATE;
  IF c.phase <> 'following' THEN
    RAISE EXCEPTION 'the copy % is %', c.name, c.phase USING ERRCODE = 'RV009';
  END IF;
  SELECT pg_get_userbyid(r.relowner) INTO owner_name FROM pg_class r WHERE r.oid = c.source;
  form := format('%I.%I', c.mapping #>> '{source,schema}', 'reeve_back_' || c.copy_id);
  reason := (
    SELECT string_agg(n, '; ') FROM reeve.remote_no_back(c.mapping - 'relations', facts) n);
  PERFORM reeve.role_execute(owner_name, ARRAY[format('DROP TABLE IF EXISTS %s', form)]
    || CASE WHEN reason IS NULL THEN ARRAY[
      format('CREATE UNLOGGED TABLE %s(%s)', form, (
        SELECT string_agg(format('%I %s', f.name, f.type), ', ' ORDER BY f.place)
        FROM reeve.remote_form(c.mapping, facts) f)),
      format('GRANT SELECT, INSERT, DELETE ON %s TO %I', form,
        reeve.app_role('writer', c.app))] END);
  UPDATE reeve.live_copy l SET back = CASE WHEN reason IS NULL
    THEN reeve.remote_back(c.copy_id, facts, to_regclass(form)) END
  WHERE l.copy_id = c.copy_id;
  RETURN reason;
END
$$;

COMMENT ON FUNCTION reeve.remote_prepare(int, jsonb) IS
  'Prepares the way back after the cutover of a copy to another database: the table here in which '
  'rows arrive in the form that they have there. Returns why there is none. facts: the result of '
  'reeve.remote_inspect there. NULL: result.';
