CREATE OR REPLACE FUNCTION randevoo.legacy_booked()
RETURNS TABLE(id bigint, key text, timeslot text, customer_id bigint, customer text, shop_id bigint,
  shop text, owner_id bigint, status text, approved_at timestamptz)
LANGUAGE sql STABLE AS $body$
  SELECT r.id, k.key, left(md5('timeslots/' || k.key), 20), u.id, u.key, s.id, s.key, s.owner_id,
    CASE
      WHEN r.state IN ('pending', 'held') THEN 'Pending'
      WHEN r.state = 'disapproved' THEN 'Declined'
      WHEN r.state IN ('cancelled', 'revoked') THEN 'Canceled'
      -- It knew no deadline but the slot itself.
      WHEN r.state = 'expired' AND r.slot_start > now() THEN 'Declined'
      WHEN r.state = 'expired' AND h.from_state IS DISTINCT FROM 'approved'
        AND (h.from_state IS NOT NULL OR r.state_at < r.slot_end) THEN 'Pending'
      WHEN r.state = 'expired' THEN 'Approved'
      ELSE initcap(r.state) END,
    CASE WHEN r.state IN ('approved', 'failed') THEN r.state_at ELSE (
      SELECT max(a.at) FROM randevoo.reservation_state_history a
      WHERE a.reservation_id = r.id AND a.to_state = 'approved') END
  FROM randevoo.reservations r
    JOIN randevoo.legacy_people() u ON u.id = r.customer_id
    JOIN randevoo.legacy_shops() s ON s.id = r.store_id
    LEFT JOIN LATERAL (SELECT x.from_state FROM randevoo.reservation_state_history x
      WHERE x.reservation_id = r.id ORDER BY x.id DESC LIMIT 1) h ON TRUE
    CROSS JOIN LATERAL (SELECT
      randevoo.legacy_key(r.legacy_id, 'reservations', r.id, r.requested_at) AS key) k
$body$;

COMMENT ON FUNCTION randevoo.legacy_booked() IS
'Reservations that are written out, with the ids of their documents, of customer and store, and the
status that the former app had for their state.';
