CREATE OR REPLACE FUNCTION reeve.app_code_apply(
  manifest jsonb, dry_run boolean, only_ours boolean DEFAULT FALSE)
RETURNS TABLE(change text, object text, note text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  app_name text := manifest ->> 'app';
  is_new boolean := NOT EXISTS (SELECT FROM reeve.app_code_pin p WHERE p.app = app_name);
  more int := 0;
  w record;
BEGIN
  IF only_ours AND is_new THEN
    RETURN;
  END IF;
  FOR w IN
    SELECT c.* FROM reeve.app_code_changes(manifest) c WHERE c.is_ours OR NOT only_ours
  LOOP
    IF NOT w.is_ours AND is_new AND NOT w.is_red THEN
      more := more + 1;
    ELSIF NOT w.is_ours THEN
      change := w.change;
      object := format('code %s %s', w.kind, w.object);
      note := CASE WHEN w.is_red THEN 'RED: ' ELSE '' END || w.note;
      RETURN NEXT;
    END IF;
    IF NOT dry_run AND w.change = 'drop' THEN
      DELETE FROM reeve.app_code_pin p
      WHERE p.app = app_name AND p.kind = w.kind AND p.object = w.object;
    ELSIF NOT dry_run THEN
      INSERT INTO reeve.app_code_pin(app, kind, object, digest, alarms, is_ours)
      VALUES (app_name, w.kind, w.object, w.digest, w.alarms, w.is_ours)
      ON CONFLICT ON CONSTRAINT app_code_pin_pkey DO UPDATE
      SET digest = EXCLUDED.digest, alarms = EXCLUDED.alarms, is_ours = EXCLUDED.is_ours;
    END IF;
  END LOOP;
  IF more > 0 THEN
    change := 'add';
    object := format('code: %s more objects', more);
    note := '`reeve catalog show --code` prints them';
    RETURN NEXT;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_code_apply(jsonb, boolean, boolean) IS
  'Returns how an app''s code differs from its pins and, unless it is a dry run, pins it as it '
  'is now. On the first run it lists only the alarming objects one by one. Objects that apply '
  'makes itself are pinned and not returned; only_ours pins nothing else, for callers that '
  're-create triggers.';
