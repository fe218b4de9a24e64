CREATE OR REPLACE FUNCTION reeve.import_find(import_id int, is_making boolean)
RETURNS TABLE(record bigint, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  stage text;
  m jsonb;
  lost bigint[] := '{}';
BEGIN
  PERFORM FROM reeve.import i
  WHERE i.import_id = import_find.import_id AND jsonb_array_length(i.statements -> 'refs') > 0;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  -- One chunk at a time creates rows of a table, so it finds all that the others have created.
  IF is_making THEN
    PERFORM reeve.turn_take('make ' || r.relation)
    FROM (
      SELECT DISTINCT f.relation
      FROM reeve.import i CROSS JOIN LATERAL reeve.import_refs(i.mapping) f
      WHERE i.import_id = import_find.import_id AND f.make IS NOT NULL
      ORDER BY f.relation) r;
  END IF;
  FOR record, code, reason IN
    SELECT f.record, f.code, f.reason FROM reeve.app_import_find(import_id, is_making) f
  LOOP
    IF code = 'made' THEN
      m := reason::jsonb;
      -- A later import of these rows may change them: nothing but an import wrote them.
      INSERT INTO reeve.import_transaction(app, table_name, id)
      SELECT i.app, m ->> 'table', (m ->> 'id')::bigint
      FROM reeve.import i WHERE i.import_id = import_find.import_id
      ON CONFLICT DO NOTHING;
      UPDATE reeve.import i
      SET made = i.made || jsonb_build_object(m ->> 'table',
        coalesce((i.made ->> (m ->> 'table'))::bigint, 0) + (m ->> 'rows')::bigint)
      WHERE i.import_id = import_find.import_id;
      CONTINUE;
    END IF;
    lost := lost || record;
    RETURN NEXT;
  END LOOP;
  IF cardinality(lost) = 0 THEN
    RETURN;
  END IF;
  FOR stage IN
    SELECT reeve.import_stage(i.import_id, t.child)
    FROM reeve.import i CROSS JOIN LATERAL reeve.import_targets(i.mapping) t
    WHERE i.import_id = import_find.import_id
  LOOP
    EXECUTE format('DELETE FROM %s s WHERE s.record = ANY ($1)', stage) USING lost;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.import_find(int, boolean) IS
  'Looks up the rows that an import''s staged records refer to, and creates them if wanted and '
  'if the mapping says so; takes the records that cannot be written out of staging and returns '
  'them, with the reason.';
