-- Reads as the app's writer, inside a cell.
--
-- An import compares each row with its record when it writes it, and notes a hash of the row. What
-- others, the app's triggers or the function after the import have made of it since, the hash of
-- the row tells: only where one differs the records have to be read and compared again.
CREATE OR REPLACE FUNCTION reeve.import_prove(import_id int) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET "bytea_output" = 'hex' SET extra_float_digits = 1 SET jit = off
AS $$
DECLARE
  i reeve.import;
  stage CONSTANT text := reeve.import_stage(import_id);
  relation text;
  writer text;
  is_granted boolean;
  is_noted boolean;
  proven bigint;
BEGIN
  SELECT l.* INTO i FROM reeve.import l WHERE l.import_id = import_prove.import_id FOR UPDATE;
  IF i.finished_at IS NULL OR to_regclass(stage || '_keys') IS NULL THEN
    RETURN 0;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s_keys k WHERE k.row_hash IS NOT NULL)', stage)
  INTO is_noted;
  IF NOT is_noted THEN
    PERFORM reeve.import_unlist(i.import_id);
    RETURN 0;
  END IF;
  relation := reeve.import_table(i.mapping);
  writer := reeve.app_role('writer', i.app);
  PERFORM reeve.turn_take('import ' || i.app);
  is_granted := NOT has_table_privilege(writer, relation, 'SELECT');
  IF is_granted THEN
    PERFORM reeve.import_grant(i.import_id, i.mapping);
  ELSE
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format('GRANT USAGE ON SCHEMA reeve_stage TO %I', writer)]);
  END IF;
  SELECT reeve.cell_enter(i.app, format(CASE WHEN i.is_fresh
      THEN 'WITH r AS MATERIALIZED (SELECT %1$s AS digest, %2$s AS row_hash FROM %3$s t) '
        'SELECT to_jsonb(count(*)) FROM r JOIN %4$s_keys k USING (digest, row_hash)'
      ELSE 'SELECT to_jsonb(count(*)) FROM %4$s_seen s JOIN %3$s t ON %5$s '
        'JOIN %4$s_keys k ON k.digest = %1$s AND k.row_hash = %2$s' END,
    reeve.import_digest(i.mapping), p.row_hash, relation, stage, p.matches))::bigint
  INTO proven
  FROM reeve.import_clauses(i.mapping) p;
  PERFORM reeve.import_unlist(i.import_id);
  IF is_granted THEN
    PERFORM reeve.import_revoke(i.import_id, i.mapping);
  ELSE
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format('REVOKE USAGE ON SCHEMA reeve_stage FROM %I', writer)])
    WHERE NOT EXISTS (
      SELECT FROM reeve.import l WHERE l.app = i.app AND l.finished_at IS NULL);
  END IF;
  RETURN proven;
END
$$;

COMMENT ON FUNCTION reeve.import_prove(int) IS
  'How many rows that a finished import has written are still as they were then, when each was '
  'compared with its record; and drops the list of them. 0 where there is none.';
