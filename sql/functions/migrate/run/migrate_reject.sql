-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.migrate_reject(copy_id int, keys text[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH refused AS (
    SELECT h.key, h.code, h.reason
    FROM reeve.live_copy c
    CROSS JOIN LATERAL jsonb_to_recordset(reeve.app_call(c.app,
      'reeve.cell_migrate_apply(($7)[1], $1)', c.statements, keys))
      h(key text, code text, reason text)
    WHERE c.copy_id = migrate_reject.copy_id
  ),
  settled AS (
    DELETE FROM reeve.live_copy_reject r
    WHERE r.copy_id = migrate_reject.copy_id AND r.key = ANY (keys)
      AND r.key NOT IN (SELECT f.key FROM refused f)
  )
  INSERT INTO reeve.live_copy_reject AS r(copy_id, key, code, reason)
  SELECT migrate_reject.copy_id, f.key, f.code, f.reason FROM refused f
  ON CONFLICT ON CONSTRAINT live_copy_reject_pkey DO UPDATE
  SET code = excluded.code, reason = excluded.reason, rejected_at = clock_timestamp()
$$;

COMMENT ON FUNCTION reeve.migrate_reject(int, text[]) IS
  'Brings these rows of the live table to the one that follows; refused rows go to quarantine, '
  'accepted ones leave it.';
