-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.import_find(
  import_id int, is_making boolean, is_beside boolean DEFAULT FALSE)
RETURNS TABLE(record bigint, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  i reeve.import := (
    SELECT l FROM reeve.import l WHERE l.import_id = import_find.import_id);
  given jsonb := CASE WHEN is_beside THEN i.statements -> 'beside' ELSE i.statements END;
  stage text;
  m jsonb;
  lost bigint[] := '{}';
BEGIN
  IF coalesce(jsonb_array_length(given -> 'refs'), 0) = 0 THEN
    RETURN;
  END IF;
  -- One chunk at a time creates rows of a table, so it finds all that the others have created.
  IF is_making THEN
    IF jsonb_path_exists(given -> 'refs', '$[*].make') THEN
      PERFORM reeve.turn_take('make ' || r.relation)
      FROM (
        SELECT DISTINCT f.relation FROM reeve.import_refs(i.mapping) f
        WHERE f.make IS NOT NULL ORDER BY f.relation) r;
    END IF;
  ELSE
    given := given || jsonb_build_object('refs', (
      SELECT jsonb_agg(f.value - 'make' ORDER BY f.place)
      FROM jsonb_array_elements(given -> 'refs') WITH ORDINALITY f(value, place)));
  END IF;
  FOR record, code, reason IN
    SELECT f.record, f.code, f.reason
    FROM jsonb_to_recordset(reeve.app_call(i.app, 'reeve.cell_import_find(($7)[1])', given))
      f(record bigint, code text, reason text)
  LOOP
    IF code = 'made' THEN
      m := reason::jsonb;
      -- A later import of these rows may change them: nothing but an import wrote them.
      INSERT INTO reeve.import_transaction(app, table_name, id)
      VALUES (i.app, m ->> 'table', (m ->> 'id')::bigint) ON CONFLICT DO NOTHING;
      UPDATE reeve.import l
      SET made = l.made || jsonb_build_object(m ->> 'table',
        coalesce((l.made ->> (m ->> 'table'))::bigint, 0) + (m ->> 'rows')::bigint)
      WHERE l.import_id = i.import_id;
      CONTINUE;
    END IF;
    lost := lost || record;
    RETURN NEXT;
  END LOOP;
  IF cardinality(lost) = 0 THEN
    RETURN;
  END IF;
  FOR stage IN
    SELECT reeve.import_stage(i.import_id, t.child) || CASE WHEN is_beside THEN '_next' ELSE '' END
    FROM reeve.import_targets(i.mapping) t
  LOOP
    EXECUTE format('DELETE FROM %s s WHERE s.record = ANY ($1)', stage) USING lost;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.import_find(int, boolean, boolean) IS
  'Looks up the rows that an import''s staged records refer to, and creates them if wanted and '
  'if the mapping says so; takes the records that cannot be written out of staging and returns '
  'them, with the reason. is_beside: those waiting in the tables of the next chunk.';
