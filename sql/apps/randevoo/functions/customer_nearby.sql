CREATE OR REPLACE FUNCTION randevoo.customer_nearby(
  who bigint, latitude double precision, longitude double precision, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  told bigint;
BEGIN
  PERFORM randevoo.user_admit(who, at),
    randevoo.place_require(customer_nearby.latitude, customer_nearby.longitude);
  INSERT INTO randevoo.notifications (user_id, kind, reservation_id, created_at)
  SELECT s.owner_id, 'customer_nearby', r.id, at
  FROM randevoo.settings x
    CROSS JOIN randevoo.reservations r
    JOIN randevoo.stores s ON s.id = r.store_id
  WHERE r.customer_id = who AND r.state = 'approved' AND r.scanned_at IS NULL
    AND at >= r.slot_start - x.scan_before AND at < r.slot_end
    AND randevoo.metres(s.latitude, s.longitude, customer_nearby.latitude,
      customer_nearby.longitude) < x.nearby_metres
  ON CONFLICT (reservation_id) WHERE kind = 'customer_nearby' DO NOTHING;
  GET DIAGNOSTICS told = ROW_COUNT;
  RETURN told;
END
$body$;

COMMENT ON FUNCTION randevoo.customer_nearby IS
'Tells each store that expects this customer now, by an approved reservation that has not been
scanned, from settings.scan_before before the slot until its end, that they are within
settings.nearby_metres: once for each reservation. Returns how many were told, 0 if none. latitude
-90 to 90, longitude -180 to 180. Where the customer is is kept nowhere.';

GRANT EXECUTE ON FUNCTION randevoo.customer_nearby TO randevoo_app;
