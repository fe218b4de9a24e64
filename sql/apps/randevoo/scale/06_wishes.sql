-- $1 … $2: three reservations wished for two products, in the 30 days before and after. A seat of a
-- slot of a store is a place. Two of five customers are regulars, one user in forty.
INSERT INTO sample_wish (nr, store_id, customer_id, seat, slot_start, slot_end)
SELECT w.nr, w.store_id, w.customer_id, w.seat, w.slot_start, w.slot_start + w.slot_duration
FROM (
  SELECT w.nr, w.store_id, w.customer_id, s.slot_duration, o.seed,
    pg_temp.pick(w.nr, o.seed + 83, s.capacity) AS seat,
    l.slot_local, l.slot_local AT TIME ZONE c.zone AS slot_start, c.zone, s.owner_id
  FROM sample o
    CROSS JOIN LATERAL (
      SELECT nr, pg_temp.pick(nr, o.seed + 84, 60) - 30 AS day, 1::bigint + width_bucket(
          (hashint8extended(nr, o.seed + 80) & 9223372036854775807) % x.upto[cardinality(x.upto)],
          x.upto) AS store_id,
        CASE WHEN pg_temp.pick(nr, o.seed + 81, 5) < 2
          THEN 1 + 40 * pg_temp.pick(nr, o.seed + 82, ((o.scale + 39) / 40)::integer)
          ELSE 1 + pg_temp.pick(nr, o.seed + 82, o.scale::integer) END AS customer_id
      FROM (SELECT array_agg(s.visited_upto ORDER BY s.id) AS upto FROM sample_store s) x
        CROSS JOIN generate_series(($1::bigint - 1) * 3 / 2 + 1, $2::bigint * 3 / 2) nr
      OFFSET 0) w
    JOIN sample_store s ON s.id = w.store_id
    JOIN sample_city c ON c.nr = s.city
    CROSS JOIN LATERAL (SELECT (o.at AT TIME ZONE c.zone)::date + w.day AS day) d
    JOIN randevoo.store_hours h
      ON h.store_id = w.store_id AND h.weekday = extract(isodow FROM d.day)
    CROSS JOIN LATERAL (SELECT floor(extract(epoch FROM h.closes_at - h.opens_at)
      / extract(epoch FROM s.slot_duration))::integer AS slots) n
    CROSS JOIN LATERAL (SELECT d.day + h.opens_at
      + pg_temp.pick(w.nr, o.seed + 85, n.slots) * s.slot_duration AS slot_local) l
  WHERE n.slots > 0 AND w.customer_id <= o.scale
  OFFSET 0) w
WHERE w.customer_id <> w.owner_id AND NOT pg_temp.is_blocked(w.customer_id, w.seed)
  -- As in slot_grid: a slot that a gap of the clock cuts is not offered.
  AND w.slot_start AT TIME ZONE w.zone = w.slot_local
  AND (w.slot_start + w.slot_duration - interval '1 microsecond') AT TIME ZONE w.zone
    < w.slot_local + w.slot_duration
