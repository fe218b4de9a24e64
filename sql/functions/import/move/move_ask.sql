CREATE OR REPLACE FUNCTION reeve.move_ask(app text, why text, constants jsonb DEFAULT '{}')
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.move_agreed(app, constants);
  PERFORM reeve.command_record('move.out', session_user, NULL, p.collection_id,
    constants ->> p.name)
  FROM reeve.import_people(app) p;
  PERFORM reeve.dump_ask(c.app, c.name, c.personal_columns, why)
  FROM reeve.collection c WHERE c.app = move_ask.app AND c.is_live ORDER BY c.collection_id;
END
$$;

COMMENT ON FUNCTION reeve.move_ask(text, text, jsonb) IS
  'Records, before any row is read, who writes out every collection of an app, why, and of which '
  'person where the catalog asks for consent. Runs as the installer. RV001, RV005 where that '
  'person does not agree.';
