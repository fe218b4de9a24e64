CREATE OR REPLACE FUNCTION reeve.import_forget(i reeve.import) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('DROP TABLE IF EXISTS %s_seen', reeve.import_stage(i.import_id))]);
  PERFORM reeve.import_revoke(i.import_id, i.mapping);
  DELETE FROM reeve.import_kept k WHERE k.import_id = i.import_id;
  DELETE FROM reeve.quarantine q WHERE q.import_id = i.import_id;
  DELETE FROM reeve.import l WHERE l.import_id = i.import_id;
END
$$;

COMMENT ON FUNCTION reeve.import_forget(reeve.import) IS
  'Deletes an open import with its staging and its quarantine; the rows that it wrote stay.';
