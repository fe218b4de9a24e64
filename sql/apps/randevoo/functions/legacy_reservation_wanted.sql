CREATE OR REPLACE FUNCTION randevoo.legacy_reservation_wanted()
RETURNS TABLE(legacy_id text, reservation_id bigint, taken text, customer_id bigint,
  store_id bigint, starts timestamptz, ends timestamptz, state text, state_reason text,
  requested_at timestamptz, state_at timestamptz, approved_at timestamptz,
  completed_at timestamptz, products jsonb)
LANGUAGE sql STABLE AS $body$
  SELECT l.legacy_id, o.id, k.taken #>> '{}', l.customer_id, l.store_id, t.starts, t.ends,
    n.state,
    CASE WHEN n.state = 'cancelled' AND l.reason IS NULL THEN CASE l.cancelled_by
      WHEN u.legacy_id THEN 'cancelled by the customer'
      WHEN s.legacy_id THEN 'cancelled by the store' END ELSE l.reason END,
    r.at,
    CASE n.state
      WHEN 'cancelled' THEN coalesce(l.cancelled_at, l.approved_at, r.at)
      WHEN 'completed' THEN coalesce(l.completed_at, t.ends)
      WHEN 'expired' THEN CASE l.state WHEN 'pending' THEN t.starts ELSE t.ends END
      WHEN 'pending' THEN r.at
      WHEN 'disapproved' THEN r.at
      ELSE coalesce(l.approved_at, r.at) END,
    coalesce(l.approved_at, r.at), coalesce(l.completed_at, t.ends), l.products
  FROM randevoo.legacy_reservations l
    JOIN randevoo.stores s ON s.id = l.store_id
    JOIN randevoo.users u ON u.id = l.customer_id AND NOT u.is_erased
    LEFT JOIN randevoo.reservations o ON o.legacy_id = l.legacy_id
    LEFT JOIN randevoo.legacy_taken k ON k.kind = 'reservation' AND k.legacy_id = l.legacy_id
    LEFT JOIN randevoo.legacy_timeslots d ON d.legacy_id = l.timeslot
    LEFT JOIN LATERAL randevoo.legacy_slot(d.day, d.hours) h ON TRUE
    CROSS JOIN LATERAL (SELECT h.starts AT TIME ZONE s.time_zone, h.ends AT TIME ZONE s.time_zone)
      t(starts, ends)
    CROSS JOIN LATERAL (SELECT coalesce(l.requested_at, least(t.starts, now()))) r(at)
    -- What nobody had ended in time is over.
    CROSS JOIN LATERAL (SELECT CASE
      WHEN l.state = 'pending' AND t.starts <= now() THEN 'expired'
      WHEN l.state = 'approved' AND t.ends <= now() THEN 'expired' ELSE l.state END) n(state)
$body$;

COMMENT ON FUNCTION randevoo.legacy_reservation_wanted() IS
'What reservations shall be by the documents of the former app; starts and ends are NULL if the
timeslot is not there or cannot be read.';
