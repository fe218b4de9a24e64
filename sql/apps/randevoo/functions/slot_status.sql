CREATE OR REPLACE FUNCTION randevoo.slot_status(
  store bigint, customer bigint, day date, at timestamptz)
RETURNS TABLE (slot_start timestamptz, slot_end timestamptz, status text)
LANGUAGE sql STABLE AS $body$
  SELECT g.slot_start, g.slot_end,
    CASE
      WHEN g.slot_start AT TIME ZONE s.time_zone
        < date_trunc('hour', slot_status.at AT TIME ZONE s.time_zone) + interval '1 hour'
      THEN 'exceeded'
      WHEN s.is_invitation_only
        AND randevoo.customer_invited(slot_status.customer, s.id) IS NOT TRUE
      THEN 'uninvited'
      WHEN EXISTS (SELECT FROM randevoo.reservations r
        WHERE r.customer_id = slot_status.customer AND r.state IN ('pending', 'approved')
          AND tstzrange(r.slot_start, r.slot_end) && tstzrange(g.slot_start, g.slot_end))
      THEN 'occupied'
      WHEN randevoo.slot_taken(s.id, g.slot_start, g.slot_end) >= s.capacity
      THEN 'unavailable'
      ELSE 'available'
    END
  FROM randevoo.stores s CROSS JOIN LATERAL randevoo.slot_grid(s.id, slot_status.day) g
  WHERE randevoo.at_require(slot_status.at) AND s.id = slot_status.store
    AND slot_status.day - (slot_status.at AT TIME ZONE s.time_zone)::date
      BETWEEN 0 AND s.booking_range_days - 1
$body$;

COMMENT ON FUNCTION randevoo.slot_status(bigint, bigint, date, timestamptz) IS
'What a customer is shown of a store''s day, which is one of its own calendar. status: exceeded
(earlier than the current hour plus one), uninvited (the store is by invitation and has not invited
them: reservation_book gives RN014), occupied (they hold an overlapping pending or approved
reservation anywhere), unavailable (capacity taken), else available; the first that holds. customer
NULL: somebody who has not signed in. No rows outside today … today + booking_range_days - 1; a
hidden store has rows, but no bookings (RN009).';

GRANT EXECUTE ON FUNCTION randevoo.slot_status(bigint, bigint, date, timestamptz)
  TO randevoo_app;
