CREATE OR REPLACE FUNCTION reeve.move_ask(app text, why text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.dump_ask(c.app, c.name, c.personal_columns, why)
  FROM reeve.collection c WHERE c.app = move_ask.app AND c.is_live ORDER BY c.collection_id;
END
$$;

COMMENT ON FUNCTION reeve.move_ask(text, text) IS
  'Records, before any row is read, who writes out every collection of an app, and why. Runs as '
  'the installer. RV001.';
