INSERT INTO randevoo.stores
  (id, owner_id, name, kind, about, city, district, latitude, longitude, time_zone, slot_duration,
   capacity, booking_range_days, answer_deadline, hidden_until, name_folded, created_at, updated_at)
OVERRIDING SYSTEM VALUE
SELECT s.id, s.owner_id, s.name, s.kind, s.about, s.city, s.district, s.latitude, s.longitude,
  s.zone, s.slot_duration, s.capacity, 40, s.answer_deadline,
  CASE WHEN s.is_blocked THEN 'infinity'::timestamptz END, randevoo.fold(s.name), s.created_at,
  s.created_at
FROM (
  SELECT s.id, s.owner_id, s.is_blocked, s.slot_duration, s.capacity, s.answer_deadline,
    CASE pg_temp.pick(s.id, o.seed + 40, 500)
      WHEN 0 THEN E'\u202EMaison esrever'
      WHEN 1 THEN E'Sartoria\x1b[2J\x07'
      ELSE format(pg_temp.pick_from(l.shop, s.id, o.seed + 41),
        pg_temp.pick_from(l.last_names, s.owner_id, o.seed + 32)) END AS name,
    pg_temp.pick_from('{boutique,atelier,showroom,jeweller,shoemaker}', s.id, o.seed + 42) AS kind,
    pg_temp.pick_from(l.about, s.id, o.seed + 43) AS about, c.city, c.district, c.zone,
    c.latitude + (pg_temp.pick(s.id, o.seed + 44, 2001) - 1000) * 0.00004 AS latitude,
    c.longitude + (pg_temp.pick(s.id, o.seed + 45, 2001) - 1000) * 0.00005 AS longitude,
    u.created_at + pg_temp.pick(s.id, o.seed + 46, 10) * interval '1 day' AS created_at
  FROM sample o
    CROSS JOIN sample_store s
    JOIN sample_city c ON c.nr = s.city
    JOIN sample_language l ON l.locale = c.locale
    JOIN randevoo.users u ON u.id = s.owner_id
  OFFSET 0) s
ORDER BY s.id;

-- Late on Thursdays, a shorter day before the day of rest, which some work through.
INSERT INTO randevoo.store_hours (store_id, weekday, opens_at, closes_at)
SELECT s.id, d,
  CASE WHEN d <> s.rest THEN s.opens_at
    WHEN pg_temp.pick(s.id, o.seed + 47, 5) = 0 THEN time '11:00' END,
  CASE WHEN d = s.rest THEN
      CASE WHEN pg_temp.pick(s.id, o.seed + 47, 5) = 0 THEN time '16:30' END
    WHEN d = 4 AND s.rest <> 5 AND pg_temp.pick(s.id, o.seed + 48, 3) = 0
      THEN s.closes_at + interval '90 minutes'
    WHEN d = s.rest - 1 THEN s.closes_at - interval '90 minutes'
    ELSE s.closes_at END
FROM sample o CROSS JOIN sample_store s CROSS JOIN generate_series(1, 7) d
ORDER BY s.id, d;

INSERT INTO randevoo.store_policies (id, store_id, title, body)
OVERRIDING SYSTEM VALUE
SELECT s.id * 2 + p.n, s.id, p.title, p.body
FROM sample o CROSS JOIN sample_store s
  CROSS JOIN (VALUES
    (0, 'Late arrival', 'Please come on time: after ten minutes the place may go to others.'),
    (1, 'Fitting', 'Alterations are made in the house and included in the price.'))
    p (n, title, body)
WHERE p.n < pg_temp.pick(s.id, o.seed + 49, 3)
ORDER BY s.id, p.n;
