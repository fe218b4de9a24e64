CREATE OR REPLACE FUNCTION reeve.move_agreed(app text, constants jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  gate record;
  refusal text;
BEGIN
  FOR gate IN
    SELECT c AS collection, p.name, p.needs
    FROM reeve.import_people(app) p JOIN reeve.collection c USING (collection_id)
  LOOP
    refusal := CASE WHEN constants ->> gate.name IS NULL
      THEN format('app %s is written out for one %s: name it by --set %s=KEY', app,
        (gate.collection).name, gate.name)
      ELSE reeve.import_refusal(gate.collection, gate.needs, constants ->> gate.name) END;
    IF refusal IS NOT NULL THEN
      RAISE EXCEPTION '%', refusal USING ERRCODE = 'RV005';
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.move_agreed(text, jsonb) IS
  'Refuses to write out an app whose catalog asks for consent unless the constants name a person '
  'who agrees now: RV005.';
