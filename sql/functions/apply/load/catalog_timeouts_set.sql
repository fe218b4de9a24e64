CREATE OR REPLACE FUNCTION reeve.catalog_timeouts_set(earlier jsonb, later jsonb)
RETURNS TABLE(change text, object text, note text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  t record;
BEGIN
  FOR t IN
    SELECT x.* FROM reeve.catalog_timeouts(later) x
    WHERE x.wanted IS DISTINCT FROM x.present
      -- A timeout that no catalog has set is not Reeve's to reset.
      AND (x.wanted IS NOT NULL OR earlier #> ARRAY['timeouts', x.key] IS NOT NULL)
    ORDER BY x.role_name, x.setting
  LOOP
    object := 'login ' || t.role_name;
    BEGIN
      EXECUTE t.statement;
      change := CASE WHEN t.wanted IS NULL THEN 'drop' ELSE 'set' END;
      note := concat_ws(' ', t.setting, t.wanted);
    EXCEPTION WHEN insufficient_privilege THEN
      change := 'left';
      note := 'this login may not set it; have an administrator run: ' || t.statement;
    END;
    -- Settings of a role that is no login take effect only once it is one.
    IF t.is_login THEN
      RETURN NEXT;
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_timeouts_set(jsonb, jsonb) IS
  'Sets the timeouts of a manifest on the logins of the app in this database, and resets those '
  'that the earlier one had and this one has not. Returns the settings made, and the statements '
  'that this login may not run.';
