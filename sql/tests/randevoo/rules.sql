-- The rules of domain and schema, as questions about the rows that are there: each with how many
-- rows break it. For samples and imports, whose rows no trigger saw.
WITH step AS MATERIALIZED (
  SELECT h.*, lag(h.to_state) OVER w AS was, lag(h.at) OVER w AS before,
    lead(h.id) OVER w IS NULL AS is_last
  FROM randevoo.reservation_state_history h
  WINDOW w AS (PARTITION BY h.reservation_id ORDER BY h.id)),
live AS MATERIALIZED (
  SELECT r.* FROM randevoo.reservations r WHERE r.state IN ('pending', 'approved')),
booking AS MATERIALIZED (
  SELECT r.*, s.owner_id, s.capacity, s.answer_deadline, s.booking_range_days, s.time_zone,
    s.created_at AS opened_at, (u.blocked_until > now()) IS TRUE AS is_barred,
    (s.hidden_until > now()) IS TRUE AS is_hidden
  FROM randevoo.reservations r
    JOIN randevoo.stores s ON s.id = r.store_id
    JOIN randevoo.users u ON u.id = r.customer_id)
SELECT 'every reservation lies on its store''s grid' AS rule, count(*) AS broken
FROM booking r WHERE NOT EXISTS (
  SELECT FROM randevoo.slot_grid(r.store_id, (r.slot_start AT TIME ZONE r.time_zone)::date) g
  WHERE (g.slot_start, g.slot_end) = (r.slot_start, r.slot_end))
UNION ALL
SELECT 'no slot is over capacity', count(*) FROM live r
  JOIN randevoo.stores s ON s.id = r.store_id
WHERE randevoo.slot_taken(s.id, r.slot_start, r.slot_end) > s.capacity
UNION ALL
SELECT 'nobody is in two places at once', count(*)
FROM (SELECT r.slot_start, max(r.slot_end) OVER (PARTITION BY r.customer_id
      ORDER BY r.slot_start, r.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS busy_until
    FROM live r) r
WHERE r.busy_until > r.slot_start
UNION ALL
SELECT 'every request was made within range and lead time', count(*) FROM booking r
WHERE (r.slot_start AT TIME ZONE r.time_zone)::date
    - (r.requested_at AT TIME ZONE r.time_zone)::date NOT BETWEEN 0 AND r.booking_range_days - 1
  OR r.slot_start AT TIME ZONE r.time_zone
    < date_trunc('hour', r.requested_at AT TIME ZONE r.time_zone) + interval '1 hour'
UNION ALL
SELECT 'every answer is due as the store says', count(*) FROM booking r
WHERE r.answer_by <> least(r.slot_start, r.requested_at + r.answer_deadline)
UNION ALL
SELECT 'nothing happened in the future', count(*) FROM booking r
WHERE r.requested_at > now() OR r.state_at > now() OR r.scanned_at > now()
UNION ALL
SELECT 'nobody books at their own store', count(*) FROM booking r WHERE r.customer_id = r.owner_id
UNION ALL
SELECT 'no store is asked before it is open', count(*) FROM booking r
WHERE r.requested_at < r.opened_at
UNION ALL
SELECT 'who is blocked has nothing pending or approved', count(*) FROM booking r
WHERE r.is_barred AND r.state IN ('pending', 'approved', 'held')
UNION ALL
SELECT 'at hidden stores nothing waits for an answer, at others nothing is held', count(*)
FROM booking r
WHERE CASE WHEN r.is_hidden THEN r.state = 'pending' AND r.answer_by > now()
  ELSE r.state = 'held' END
UNION ALL
SELECT 'every reservation has products', count(*) FROM booking r WHERE NOT EXISTS (
  SELECT FROM randevoo.reservation_items i WHERE i.reservation_id = r.id)
UNION ALL
SELECT 'all of its own store, listed before they were asked for', count(*)
FROM randevoo.reservation_items i
  JOIN booking r ON r.id = i.reservation_id
  JOIN randevoo.products p ON p.id = i.product_id
WHERE p.store_id <> r.store_id OR p.created_at > r.requested_at
UNION ALL
SELECT 'no stock is over-reserved', count(*)
FROM (SELECT i.variant_id, sum(i.quantity) AS reserved
    FROM randevoo.reservation_items i JOIN live r ON r.id = i.reservation_id GROUP BY 1) i
  JOIN randevoo.product_variants v ON v.id = i.variant_id
WHERE i.reserved > v.stock
UNION ALL
SELECT 'every history begins with the request and ends in the state', count(*)
FROM booking r
  LEFT JOIN step a ON a.reservation_id = r.id AND a.was IS NULL
  LEFT JOIN step z ON z.reservation_id = r.id AND z.is_last
WHERE (a.to_state, a.at, z.to_state, z.at)
  IS DISTINCT FROM ('pending', r.requested_at, r.state, r.state_at)
UNION ALL
SELECT 'each step of a history follows the one before, in state and in time', count(*) FROM step h
WHERE h.from_state IS DISTINCT FROM h.was OR h.at < h.before
  OR CASE h.from_state
    WHEN 'pending' THEN
      h.to_state NOT IN ('approved', 'disapproved', 'held', 'expired', 'cancelled')
    WHEN 'held' THEN h.to_state NOT IN ('pending', 'cancelled')
    WHEN 'approved' THEN h.to_state NOT IN ('completed', 'failed', 'expired', 'revoked')
    ELSE h.from_state IS NOT NULL OR h.to_state <> 'pending' END
UNION ALL
SELECT 'answers came in time, expiry came after it', count(*)
FROM step h JOIN booking r ON r.id = h.reservation_id
WHERE CASE h.to_state
  WHEN 'approved' THEN h.at > r.answer_by WHEN 'disapproved' THEN h.at > r.answer_by
  WHEN 'expired' THEN h.at < CASE h.from_state WHEN 'pending' THEN r.answer_by ELSE r.slot_end END
  WHEN 'completed' THEN r.scanned_at IS NULL OR h.at < r.scanned_at END
UNION ALL
SELECT 'a token is used in its slot', count(*) FROM booking r
WHERE r.scanned_at NOT BETWEEN r.slot_start AND r.slot_end
UNION ALL
SELECT 'those that were approved have a token, no others', count(*)
FROM randevoo.reservation_tokens t
  FULL JOIN (SELECT * FROM step WHERE to_state = 'approved') h USING (reservation_id)
WHERE t.minted_at IS DISTINCT FROM h.at
UNION ALL
SELECT 'both sides were told what concerns them, and nothing else', count(*)
FROM (
  SELECT h.reservation_id, CASE side.name WHEN 'store' THEN r.owner_id ELSE r.customer_id END
      AS user_id, 'reservation_' || coalesce(nullif(h.to_state, 'pending'), 'requested') AS kind,
    h.at AS created_at
  FROM step h JOIN booking r ON r.id = h.reservation_id
    CROSS JOIN (VALUES ('customer'), ('store')) side (name)
  WHERE h.origin = 'app' AND (h.to_state IN ('expired', 'revoked')
    OR (h.to_state IN ('pending', 'cancelled')) = (side.name = 'store'))) e
  FULL JOIN randevoo.notifications n USING (reservation_id, user_id, kind, created_at)
WHERE n.id IS NULL OR e.user_id IS NULL
UNION ALL
SELECT 'owners are businesses, others are not', count(*) FROM randevoo.users u
WHERE (u.kind = 'business') <> EXISTS (SELECT FROM randevoo.stores s WHERE s.owner_id = u.id)
UNION ALL
SELECT 'a blocked owner''s stores and products are hidden', count(*)
FROM randevoo.users u
  JOIN randevoo.stores s ON s.owner_id = u.id
  LEFT JOIN randevoo.products p ON p.store_id = s.id
WHERE u.blocked_until > now()
  AND ((s.hidden_until > now()) IS NOT TRUE OR p.id IS NOT NULL
    AND (p.hidden_until > now()) IS NOT TRUE)
UNION ALL
SELECT 'names are folded', (
  SELECT count(*) FROM randevoo.users
  WHERE name_folded <> randevoo.fold(btrim(first_name || ' ' || last_name))) + (
  SELECT count(*) FROM randevoo.stores WHERE name_folded <> randevoo.fold(name)) + (
  SELECT count(*) FROM randevoo.products WHERE name_folded <> randevoo.fold(name))
UNION ALL
SELECT 'everybody signs in by their provider', count(*) FROM randevoo.users u WHERE NOT EXISTS (
  SELECT FROM randevoo.identities i WHERE i.user_id = u.id AND i.provider = u.provider)
UNION ALL
SELECT 'every store has seven days', count(*) FROM randevoo.stores s
WHERE (SELECT count(*) FROM randevoo.store_hours h WHERE h.store_id = s.id) <> 7
UNION ALL
SELECT 'an owner comes first, then the store, then its products', count(*)
FROM randevoo.stores s
  JOIN randevoo.users u ON u.id = s.owner_id
  LEFT JOIN randevoo.products p ON p.store_id = s.id
WHERE s.created_at < u.created_at OR p.created_at < s.created_at OR p.created_at > now()
UNION ALL
SELECT 'a product has a variant of each size and colour', count(*)
FROM randevoo.products p
WHERE greatest(1, cardinality(p.sizes)) * greatest(1, cardinality(p.colours)) <> (
  SELECT count(*) FROM randevoo.product_variants v
  WHERE v.product_id = p.id AND (v.size = ANY (p.sizes) OR v.size = '' AND p.sizes = '{}')
    AND (v.colour = ANY (p.colours) OR v.colour = '' AND p.colours = '{}'))
