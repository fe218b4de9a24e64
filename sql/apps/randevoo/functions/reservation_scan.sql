CREATE OR REPLACE FUNCTION randevoo.reservation_scan(token text, owner bigint, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  found bigint;
BEGIN
  PERFORM randevoo.at_require(at);
  IF reservation_scan.token ~ '^[0-9a-f]{64}$' THEN
    UPDATE randevoo.reservations r SET scanned_at = at
    FROM randevoo.reservation_tokens t, randevoo.stores s
    WHERE t.token = decode(reservation_scan.token, 'hex') AND r.id = t.reservation_id
      AND s.id = r.store_id AND s.owner_id = owner
      AND r.state = 'approved' AND r.scanned_at IS NULL AND r.slot_end > at
      AND r.slot_start <= at + (SELECT x.scan_before FROM randevoo.settings x)
    RETURNING r.id INTO found;
  END IF;
  IF found IS NULL THEN
    RAISE EXCEPTION 'this token is not valid here and now' USING ERRCODE = 'RN011';
  END IF;
  RETURN found;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_scan(text, bigint, timestamptz) IS
'Uses a QR token on arrival and returns its reservation, which stays approved until
reservation_complete or reservation_fail. RN011, without saying which, if the token is unknown,
used, of another owner''s store, no longer approved, or if it is too early (settings.scan_before) or
the slot is over.';

GRANT EXECUTE ON FUNCTION randevoo.reservation_scan(text, bigint, timestamptz) TO randevoo_app;
