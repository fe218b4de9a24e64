CREATE OR REPLACE FUNCTION reeve.reveal_value(
  r reeve.reveal, value text, begins boolean DEFAULT FALSE)
RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM reeve.reveal_reason w
    WHERE w.command_id = r.command_id AND r.digest = sha256(w.salt
      || reeve.bytes_prefix(convert_to(w.reason, 'UTF8'))
      || reeve.bytes_prefix(convert_to(value, 'UTF8'))
      || CASE WHEN begins THEN reeve.bytes_prefix('begins') ELSE '' END)) THEN
    RAISE EXCEPTION 'ticket % is for another value', r.command_id USING ERRCODE = 'RV002';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.reveal_value(reeve.reveal, text, boolean) IS
  'Raises RV002 for a value, or its beginning, other than the one that a ticket was asked with.';
