CREATE OR REPLACE FUNCTION reeve.import_write(import_id int)
RETURNS TABLE(record bigint, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  w record;
  is_halved boolean := FALSE;
BEGIN
  LOOP
    -- Without statistics of the rows just staged, joins over them are planned for a few rows.
    PERFORM reeve.role_execute('reeve_owner', array_agg(format('ANALYZE %s(record)',
      reeve.import_stage(i.import_id, t.child))))
    FROM reeve.import i
    CROSS JOIN LATERAL reeve.import_targets(i.mapping) t
    WHERE i.import_id = import_write.import_id
      AND (is_halved OR NOT i.is_fresh OR jsonb_array_length(i.mapping -> 'children') > 0)
    HAVING count(*) > 0;
    IF NOT is_halved THEN
      RETURN QUERY SELECT f.record, f.code, f.reason FROM reeve.import_find(import_id, TRUE) f;
    END IF;
    FOR w IN SELECT * FROM reeve.app_import(import_id, is_halved) LOOP
      EXIT WHEN w.code = 'halve';
      IF w.code IS NULL THEN
        PERFORM reeve.import_count(import_id, w.inserted, w.changed, w.same, w.ids,
          w.changes);
      ELSIF w.code = 'kept' THEN
        INSERT INTO reeve.import_kept(import_id, record) VALUES (import_write.import_id, w.record);
        UPDATE reeve.import i SET kept = i.kept + 1, read = i.read + 1
        WHERE i.import_id = import_write.import_id;
      ELSE
        record := w.record;
        code := w.code;
        reason := w.reason;
        RETURN NEXT;
      END IF;
    END LOOP;
    EXIT WHEN w.code IS DISTINCT FROM 'halve' OR is_halved;
    -- Now parts of the staged rows are needed. The TRUNCATE before the next chunk keeps indexes, so
    -- they are dropped again below.
    is_halved := TRUE;
    PERFORM reeve.role_execute('reeve_owner', array_agg(format('CREATE INDEX %I ON %s(record)',
      format('import_%s_%s_record', i.import_id, t.child),
      reeve.import_stage(i.import_id, t.child))))
    FROM reeve.import i
    CROSS JOIN LATERAL reeve.import_targets(i.mapping) t
    WHERE i.import_id = import_write.import_id;
  END LOOP;
  IF is_halved THEN
    PERFORM reeve.role_execute('reeve_owner', array_agg(format('DROP INDEX reeve_stage.%I',
      format('import_%s_%s_record', i.import_id, t.child))))
    FROM reeve.import i
    CROSS JOIN LATERAL reeve.import_targets(i.mapping) t
    WHERE i.import_id = import_write.import_id;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.import_write(int) IS
  'Writes the staged rows and counts them; returns the records that the database refused, and '
  'why. RV008 as in reeve.app_import.';
