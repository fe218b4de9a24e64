CREATE OR REPLACE FUNCTION randevoo.slot_list(store bigint, customer bigint, at timestamptz)
RETURNS TABLE (slot_start timestamptz, slot_end timestamptz, status text)
LANGUAGE sql STABLE AS $body$
  SELECT d.slot_start, d.slot_end, d.status
  FROM randevoo.store_listing(slot_list.at) s
    CROSS JOIN generate_series(0, s.booking_range_days - 1) n
    CROSS JOIN LATERAL randevoo.slot_status(s.id, slot_list.customer,
      (slot_list.at AT TIME ZONE s.time_zone)::date + n, slot_list.at) d
  WHERE randevoo.at_require(slot_list.at) AND s.id = slot_list.store
  ORDER BY d.slot_start
$body$;

COMMENT ON FUNCTION randevoo.slot_list(bigint, bigint, timestamptz) IS
'Every slot of a visible store from today on, over its booking range, with the status of
slot_status. customer NULL: somebody who has not signed in.';

GRANT EXECUTE ON FUNCTION randevoo.slot_list(bigint, bigint, timestamptz) TO randevoo_app;
