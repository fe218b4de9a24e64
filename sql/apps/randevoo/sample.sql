-- A small believable Randevoo, the same each time but for the moment it is relative to: 1,000
-- users, 50 stores, 2,000 products, 5,000 reservations over 30 days either way. Run as the schema's
-- owner, in one transaction, on empty tables, after sample/; every row passes the same triggers as
-- the app's own.
-- User 7 owns stores 7 and 8. What flags look for is there once each: user 50 came three hours ago
-- and listed 40 products since; users 950 and 951 are one person; products 220, 260 and 340. User
-- 13 was blocked before, so that their pending are held. Store 22 shortened a day that was booked;
-- chat 20 was imported without its last message, in chat 21 a former owner wrote.

DO $block$
BEGIN
  IF EXISTS (SELECT FROM randevoo.users) THEN
    RAISE EXCEPTION 'the sample goes into empty tables' USING ERRCODE = 'RN012';
  END IF;
END
$block$;

SET LOCAL jit = off;

INSERT INTO randevoo.users
  (id, first_name, last_name, display_name, email, phone, photo_url, country, provider, locale,
   time_zone, created_at, updated_at)
OVERRIDING SYSTEM VALUE
SELECT u.n, u.first_name, u.last_name,
  CASE WHEN pg_temp.pick(u.n, 3, 4) > 0 THEN u.first_name END,
  CASE WHEN u.n = 951 THEN 'User950@mail.example '
    WHEN pg_temp.pick(u.n, 4, 10) > 0 OR u.n = 950 THEN format('user%s@mail.example', u.n) END,
  CASE WHEN u.n = 950 THEN '+39 000 0000950' WHEN u.n = 951 THEN '0039 (000) 000-0950'
    WHEN pg_temp.pick(u.n, 5, 3) = 0
    THEN '+39 000 ' || lpad(pg_temp.pick(u.n, 6, 10000000)::text, 7, '0') END,
  CASE WHEN pg_temp.pick(u.n, 7, 2) = 0 THEN format('https://photos.example/u/%s.jpg', u.n) END,
  u.country, CASE pg_temp.pick(u.n, 8, 3) WHEN 0 THEN 'facebook' ELSE 'google' END,
  u.locale, u.zone, u.created_at, u.created_at
FROM (
  SELECT n, l.country, l.locale, l.zone,
    CASE n WHEN 50 THEN now() - interval '3 hours'
      ELSE now() - interval '40 days' - pg_temp.pick(n, 9, 700) * interval '1 day' END
      AS created_at,
    CASE n
      WHEN 7 THEN 'Zoraida'
      WHEN 901 THEN E'Mallory\x1b[31m'
      WHEN 902 THEN E'\u202Eecila'
      WHEN 903 THEN E'Line\nBreak'
      WHEN 904 THEN E'Tab\tand\rreturn'
      WHEN 905 THEN '''; DROP TABLE users; --'
      WHEN 906 THEN E'\u0085\u200BZero‍‍'
      ELSE pg_temp.pick_from(l.first_names, n, 1)
    END AS first_name,
    CASE n
      WHEN 7 THEN 'Bellafiore'
      WHEN 901 THEN E'\x1b]0;pwned\x07'
      WHEN 902 THEN E'\u2066O\u2069''Neil'
      WHEN 907 THEN ''
      ELSE pg_temp.pick_from(l.last_names, n, 2)
    END AS last_name
  FROM generate_series(1, 1000) n
    JOIN sample_language l ON l.locale = CASE
      WHEN n = 7 THEN 'it'
      WHEN n <= 50 THEN (SELECT c.locale FROM sample_city c WHERE c.nr = (n - 1) % 20)
      ELSE (ARRAY['it', 'it', 'it', 'fr', 'fr', 'en', 'en', 'en-US', 'en-US', 'ja', 'de', 'es',
        'ru', 'ar', 'zh', 'el', 'tr'])[1 + pg_temp.pick(n, 0, 17)] END) u
ORDER BY u.n;

INSERT INTO randevoo.identities (provider, provider_id, user_id, verified_email, created_at)
SELECT u.provider, md5('sample ' || u.id), u.id, u.email, u.created_at FROM randevoo.users u;

INSERT INTO randevoo.stores
  (id, owner_id, name, kind, about, city, district, latitude, longitude, time_zone, slot_duration,
   capacity, booking_range_days, answer_deadline, created_at, updated_at)
OVERRIDING SYSTEM VALUE
SELECT n, u.id,
  CASE n WHEN 7 THEN 'Atelier Bellafiore' WHEN 8 THEN 'Bellafiore 銀座'
    ELSE format(pg_temp.pick_from(l.shop, n, 11), u.last_name) END,
  pg_temp.pick_from('{boutique,atelier,showroom,jeweller,shoemaker}', n, 12),
  pg_temp.pick_from(l.about, n, 13), c.city, c.district,
  c.latitude + (n - 25) * 0.0007, c.longitude + (n % 7 - 3) * 0.0009, c.zone,
  CASE WHEN n IN (7, 8) THEN interval '1 hour'
    ELSE pg_temp.pick_from('{30 minutes,45 minutes,1 hour,90 minutes}', n, 14)::interval END,
  CASE WHEN n IN (7, 8) THEN 3 ELSE 1 + pg_temp.pick(n, 15, 4) END,
  40, CASE WHEN n IN (7, 8) THEN interval '72 hours'
    ELSE (36 + 12 * pg_temp.pick(n, 16, 4)) * interval '1 hour' END,
  v.created_at, v.created_at
FROM generate_series(1, 50) n
  JOIN randevoo.users u ON u.id = CASE n WHEN 8 THEN 7 ELSE n END
  JOIN sample_city c ON c.nr = (n - 1) % 20
  JOIN sample_language l ON l.locale = c.locale
  CROSS JOIN LATERAL (
    SELECT u.created_at + CASE n WHEN 50 THEN interval '1 hour' ELSE interval '1 day' END)
    v (created_at)
ORDER BY n;

UPDATE randevoo.store_hours h SET opens_at = time '08:00'
WHERE pg_temp.pick(h.store_id, 17, 3) = 0 AND h.weekday <= 5;

UPDATE randevoo.store_hours h SET opens_at = time '10:00', closes_at = time '16:30'
WHERE pg_temp.pick(h.store_id, 18, 3) = 0 AND h.weekday = 7;

UPDATE randevoo.store_hours h SET opens_at = NULL, closes_at = NULL
WHERE pg_temp.pick(h.store_id, 19, 4) = 0 AND h.weekday = 1;

INSERT INTO randevoo.store_policies (store_id, title, body)
SELECT s.id, p.title, p.body
FROM randevoo.stores s
  CROSS JOIN (VALUES
    (1, 'Late arrival', 'Please come on time: after ten minutes the place may go to others.'),
    (2, 'Fitting', 'Alterations are made in the house and included in the price.'))
    p (n, title, body)
WHERE p.n <= pg_temp.pick(s.id, 20, 3)
ORDER BY s.id, p.n;

-- Stores 7 and 8 have 50 and 30 products, the 48 others 40 each.
INSERT INTO randevoo.products
  (id, store_id, name, brand, description, category, collection, price, currency, sizes, colours,
   hidden_until, created_at, updated_at)
OVERRIDING SYSTEM VALUE
SELECT p.n, s.id,
  CASE p.n
    WHEN 1 THEN E'Borsa \x1b[31mrossa\x1b[0m'
    WHEN 60 THEN E'Silk \u202Eecaf tsuj\u202C scarf'
    WHEN 100 THEN E'Two\nlines, one coat'
    WHEN 140 THEN E'Bell\x07 and \u009b31m tab\there'
    WHEN 180 THEN '<script>alert(1)</script> "ring"'
    WHEN 220 THEN 'Superf4ke bag, mirror-quality'
    WHEN 260 THEN 'Scarf of genuine Sháhtoos'
    ELSE upper(left(w.words, 1)) || substr(w.words, 2) || ' '
      || pg_temp.pick_from('{Aurora,Vesper,Notte,Iris,Solstice,Camelia,Lumen,Perla,Zéphyr,Onyx,
        Brina,Amarena,Zenith,Mirage,Corallo,Étoile,Luce,Opal,Saffron,Velia}', p.n, 22)
  END,
  pg_temp.pick_from('{Casa Velluti,Maison Orphée,Ashgrove,Tsubaki,Sternwald,Lirio,Nocturne,
    Bellafiore,Halcyon,Palazzo Nero}', p.n, 23),
  pg_temp.pick_from(l.praise, p.n, 24) || ' ' || c.city || ', '
    || pg_temp.pick_from('{FW 2025,SS 2026,FW 2026,Cruise 2026}', p.n, 25) || '.',
  (ARRAY['dresses', 'coats', 'bags', 'shoes', 'scarves', 'suits', 'watches', 'jewellery'])[k.kind],
  pg_temp.pick_from('{Archive,Evening,Capsule,Atelier}', p.n, 26),
  CASE p.n WHEN 340 THEN 0.05 ELSE 1 END
    * ((ARRAY[1800, 2400, 1500, 650, 240, 2100, 5200, 3900])[k.kind]
    * CASE c.currency WHEN 'JPY' THEN 160 WHEN 'INR' THEN 90 WHEN 'NPR' THEN 140
      WHEN 'TRY' THEN 40 WHEN 'ARS' THEN 1400 WHEN 'HKD' THEN 8 ELSE 1 END
    + 10 * pg_temp.pick(p.n, 27, 60)),
  c.currency,
  CASE WHEN k.kind IN (1, 2, 6) THEN ARRAY['XS', 'S', 'M', 'L'] WHEN k.kind = 4
    THEN ARRAY['36', '37', '38', '39', '40', '41'] ELSE '{}' END,
  (ARRAY['black', 'ivory', 'emerald', 'bordeaux', 'sand', 'navy'])[
    1 + pg_temp.pick(p.n, 28, 3) : 2 + pg_temp.pick(p.n, 28, 3) + pg_temp.pick(p.n, 29, 2)],
  CASE WHEN pg_temp.pick(p.n, 30, 97) = 0 THEN now() + interval '10 days' END,
  v.created_at, v.created_at
FROM (
  SELECT row_number() OVER (ORDER BY (s.id IN (7, 8)) DESC, i, s.id) AS n, s.id AS store_id, i
  FROM randevoo.stores s
    CROSS JOIN LATERAL generate_series(1,
      CASE s.id WHEN 7 THEN 50 WHEN 8 THEN 30 ELSE 40 END) i) p
  JOIN randevoo.stores s ON s.id = p.store_id
  JOIN sample_city c ON c.nr = (s.id - 1) % 20
  JOIN sample_language l ON l.locale = c.locale
  CROSS JOIN LATERAL (SELECT 1 + pg_temp.pick(p.n, 21, 8)) k (kind)
  CROSS JOIN LATERAL (SELECT format(l.pattern, l.goods[k.kind],
    pg_temp.pick_from(CASE WHEN k.kind < 7 THEN l.fabric ELSE l.metal END, p.n, 31))) w (words)
  CROSS JOIN LATERAL (
    SELECT CASE s.id WHEN 50 THEN now() - p.i * interval '1 minute'
      ELSE s.created_at + interval '2 days' END) v (created_at)
ORDER BY p.n;

INSERT INTO randevoo.product_variants (product_id, size, colour, stock)
SELECT p.id, s, c, 4 + pg_temp.pick(p.id, 32, 5)
FROM randevoo.products p
  CROSS JOIN unnest(CASE WHEN p.sizes = '{}' THEN '{""}' ELSE p.sizes END) s
  CROSS JOIN unnest(p.colours) c
ORDER BY p.id, s, c;

INSERT INTO randevoo.product_photos (product_id, position, url)
SELECT p.id, i, format('https://photos.example/p/%s-%s.jpg', p.id, i)
FROM randevoo.products p CROSS JOIN LATERAL generate_series(1, 1 + pg_temp.pick(p.id, 33, 3)) i;

INSERT INTO randevoo.favourites (user_id, product_id, added_at)
SELECT DISTINCT u.id, 1 + pg_temp.pick(u.id * 10 + i, 34, 2000), now() - i * interval '1 day'
FROM randevoo.users u CROSS JOIN LATERAL generate_series(1, pg_temp.pick(u.id, 35, 5)) i
ON CONFLICT DO NOTHING;

-- One row a reservation to be. A place is (store, slot, seat) and is taken once, so capacity holds;
-- in order of time the customers take turns, so nobody is in two places at once.
CREATE TEMPORARY TABLE sample_reservation AS
WITH place AS (
  SELECT s.id AS store_id, s.answer_deadline, d AS day, g.slot_start, g.slot_end,
    ((s.id * 100 + d + 30) * 100 + row_number() OVER (
      PARTITION BY s.id, d, seat ORDER BY g.slot_start)) * 10 + seat AS nr
  FROM randevoo.stores s
    CROSS JOIN generate_series(-30, 30) d
    CROSS JOIN LATERAL randevoo.slot_grid(
      s.id, (now() AT TIME ZONE s.time_zone)::date + d) g
    CROSS JOIN LATERAL generate_series(1, s.capacity) seat
),
taken AS (
  SELECT p.*, row_number() OVER (ORDER BY p.slot_start, p.nr) AS turn
  FROM (SELECT x.*, row_number() OVER (
      PARTITION BY x.store_id ORDER BY pg_temp.pick(x.nr, 40, 1000000), x.nr) AS place
    FROM place x) p
  WHERE p.place <= CASE WHEN p.store_id = 7 THEN 150 WHEN p.store_id = 8 THEN 130
    WHEN p.store_id < 17 AND p.store_id NOT IN (7, 8) THEN 99
    WHEN p.store_id = 17 THEN 102 WHEN p.store_id = 50 THEN 0 ELSE 101 END
),
fated AS (
  SELECT t.*, 51 + (t.turn * 389) % 950 AS customer_id, pg_temp.pick(t.nr, 41, 100) AS fate,
    CASE WHEN t.slot_end < now() - interval '10 minutes' THEN 'past'
      WHEN t.slot_start < now() + interval '1 hour' THEN 'now' ELSE 'future' END AS time
  FROM taken t
),
ended AS (
  SELECT f.*, CASE f.time
    WHEN 'past' THEN CASE
      WHEN f.fate < 46 THEN 'approved completed' WHEN f.fate < 55 THEN 'approved failed'
      WHEN f.fate < 61 THEN 'approved expired' WHEN f.fate < 67 THEN 'expired'
      WHEN f.fate < 77 THEN 'disapproved' WHEN f.fate < 88 THEN 'cancelled'
      WHEN f.fate < 91 THEN 'approved revoked' WHEN f.fate < 95 THEN 'approved'
      ELSE 'pending' END
    WHEN 'now' THEN 'approved'
    ELSE CASE
      WHEN f.fate < 48 THEN CASE f.store_id WHEN 13 THEN 'held' ELSE 'pending' END
      WHEN f.fate < 82 THEN 'approved' WHEN f.fate < 88 THEN 'disapproved'
      WHEN f.fate < 97 THEN 'cancelled' WHEN f.fate < 98 THEN 'approved revoked'
      ELSE 'expired' END
    END AS path
  FROM fated f
),
asked AS (
  SELECT e.*, CASE
      WHEN e.time = 'future' AND e.path IN ('pending', 'held')
      THEN least(e.slot_start - interval '1 day',
        now() - (5 + pg_temp.pick(e.nr, 42, 15)) * interval '1 hour')
      WHEN e.time = 'future' AND e.path = 'expired'
      THEN now() - e.answer_deadline - (1 + pg_temp.pick(e.nr, 42, 9)) * interval '1 hour'
      ELSE least(e.slot_start, now()) - interval '1 day'
        - pg_temp.pick(e.nr, 42, 72) * interval '1 hour'
    END AS requested_at
  FROM ended e
)
SELECT row_number() OVER (ORDER BY a.requested_at, a.nr) AS id, a.nr, a.store_id,
  CASE WHEN a.time = 'future' AND a.path = 'pending' AND a.store_id BETWEEN 20 AND 40
      AND a.day IN (5, 10, 16)
      AND row_number() OVER (PARTITION BY a.day, a.path, a.time, a.store_id BETWEEN 20 AND 40
        ORDER BY a.nr) = 1
    THEN 7 ELSE a.customer_id END AS customer_id,
  a.slot_start, a.slot_end, a.requested_at,
  least(a.slot_start, a.requested_at + a.answer_deadline) AS answer_by,
  split_part(a.path, ' ', 1) AS first_state, nullif(split_part(a.path, ' ', 2), '') AS last_state,
  a.requested_at + (1 + pg_temp.pick(a.nr, 43, 19)) * interval '1 hour' AS answered_at
FROM asked a;

INSERT INTO randevoo.reservations
  (id, customer_id, store_id, slot_start, slot_end, requested_at, state_at)
OVERRIDING SYSTEM VALUE
SELECT r.id, r.customer_id, r.store_id, r.slot_start, r.slot_end, r.requested_at, r.requested_at
FROM sample_reservation r ORDER BY r.id;

ANALYZE sample_reservation, randevoo.products, randevoo.product_variants, randevoo.reservations;

-- Within a store the variants take turns as well, which keeps each below its stock.
INSERT INTO randevoo.reservation_items (reservation_id, variant_id, product_id, quantity)
SELECT i.id, v.id, v.product_id, 1 + (pg_temp.pick(i.id, 44, 12) = 0)::integer
FROM (
  SELECT r.id, r.store_id,
    row_number() OVER (PARTITION BY r.store_id ORDER BY r.id, k) AS turn
  FROM sample_reservation r
    CROSS JOIN LATERAL generate_series(1, 1 + (pg_temp.pick(r.id, 45, 3) = 0)::integer) k) i
  JOIN (
    SELECT v.id, v.product_id, p.store_id, count(*) OVER (PARTITION BY p.store_id) AS variants,
      row_number() OVER (PARTITION BY p.store_id ORDER BY pg_temp.pick(v.id, 46, 1000000), v.id)
        AS place
    FROM randevoo.product_variants v JOIN randevoo.products p ON p.id = v.product_id
    WHERE p.hidden_until IS NULL) v
  ON v.store_id = i.store_id AND v.place = 1 + i.turn % v.variants;

UPDATE randevoo.reservations r
SET state = s.first_state,
  state_reason = CASE WHEN s.first_state = 'disapproved' AND pg_temp.pick(s.nr, 47, 2) = 0
    THEN 'Fully staffed that day, please choose another slot' END,
  held_until = CASE WHEN s.first_state = 'held'
    THEN least(now() + interval '20 hours', s.slot_start) END,
  state_at = CASE s.first_state
    WHEN 'held' THEN now() - interval '4 hours'
    WHEN 'expired' THEN s.answer_by + interval '2 minutes'
    ELSE s.answered_at END
FROM sample_reservation s
WHERE s.id = r.id AND s.first_state <> 'pending';

UPDATE randevoo.reservations r
SET scanned_at = s.slot_start + pg_temp.pick(s.nr, 48, 5) * interval '1 minute'
FROM sample_reservation s
WHERE s.id = r.id AND s.last_state = 'completed';

UPDATE randevoo.reservations r
SET state = s.last_state,
  state_reason = CASE s.last_state
    WHEN 'revoked' THEN 'The store is closed for repairs'
    WHEN 'failed' THEN 'The customer did not come' END,
  state_at = CASE s.last_state
    WHEN 'completed' THEN s.slot_start + 0.8 * (s.slot_end - s.slot_start)
    WHEN 'failed' THEN s.slot_end
    WHEN 'expired' THEN s.slot_end + interval '2 minutes'
    ELSE s.answered_at + interval '1 hour' END
FROM sample_reservation s
WHERE s.id = r.id AND s.last_state IS NOT NULL;

INSERT INTO randevoo.bag_items (user_id, variant_id, quantity, added_at)
SELECT DISTINCT ON (u.id, v.id) u.id, v.id, 1, now() - i * interval '1 hour'
FROM randevoo.users u
  CROSS JOIN LATERAL generate_series(1, pg_temp.pick(u.id, 49, 4)) i
  JOIN LATERAL (SELECT v.id FROM randevoo.product_variants v
    WHERE v.product_id = 1 + pg_temp.pick(u.id * 10 + i, 50, 2000) ORDER BY v.id LIMIT 1) v ON true;

UPDATE randevoo.notifications n SET read_at = n.created_at + interval '3 hours'
WHERE n.created_at < now() - interval '2 days';

-- Customers and stores write to each other before they meet; chat 1 is with a seller who wants to be
-- paid elsewhere, and holds what no terminal should be given.
INSERT INTO randevoo.groups (id, customer_id, store_id, created_at)
OVERRIDING SYSTEM VALUE
SELECT row_number() OVER (ORDER BY p.store_id <> 7, p.opened_at, p.customer_id, p.store_id),
  p.customer_id, p.store_id, p.opened_at
FROM (
  SELECT r.customer_id, r.store_id, min(r.requested_at) - interval '1 hour' AS opened_at
  FROM randevoo.reservations r
  WHERE pg_temp.pick(r.customer_id * 50 + r.store_id, 51, 8) = 0
  GROUP BY r.customer_id, r.store_id) p;

INSERT INTO randevoo.messages (id, group_id, place, author_id, body, sent_at)
OVERRIDING SYSTEM VALUE
SELECT row_number() OVER (ORDER BY m.sent_at, m.group_id, m.nr), m.group_id, m.nr - 1, m.author_id, m.body,
  m.sent_at
FROM (
  SELECT g.id AS group_id, k.nr,
    CASE k.nr % 2 WHEN 1 THEN g.customer_id ELSE s.owner_id END AS author_id,
    CASE WHEN g.id > 1 THEN pg_temp.pick_from((CASE k.nr % 2
        WHEN 1 THEN '{Do you have this in a smaller size?,May I see it in ivory?,
          Is the price the same in the shop?,Can I come half an hour later?,
          Thank you!,I would like to try both.,Could you put it aside for me?,Grazie mille,
          ありがとうございます,C''est parfait}'
        ELSE '{Of course.,We have S and M in the shop.,Yes; ask for it when you come.,
          I am sorry: that one has just been sold.,See you then!,
          We keep it for you until the evening.,Sehr gerne,Con piacere}' END)::text[],
      g.id * 100 + k.nr, 52)
      ELSE (ARRAY['Is the red bag still there?', 'Yes, but only one. Others are asking too.',
        'Can I see it on Saturday?',
        E'Pay me now by transfer and it is yours: \x1b[31mIBAN IT60 X054 2811 1010 0000 0123 456'
          '\x1b[0m, half the price. Write to me at zora\u202Emoc.elpmaxe@bag',
        'That is not what the app says.', 'The app takes a third. Trust me.',
        'No, thank you.', 'Then it goes to somebody else!!'])[k.nr] END AS body,
    g.created_at + k.nr * interval '7 minutes' AS sent_at
  FROM randevoo.groups g
    JOIN randevoo.stores s ON s.id = g.store_id
    CROSS JOIN LATERAL generate_series(1,
      CASE g.id WHEN 1 THEN 8 ELSE 1 + pg_temp.pick(g.id, 53, 9) END) k (nr)) m;

UPDATE randevoo.messages SET is_legacy = TRUE WHERE group_id IN (20, 21);

UPDATE randevoo.groups g
SET legacy_id = 'sample-20',
  legacy_last_at = (SELECT max(m.sent_at) FROM randevoo.messages m WHERE m.group_id = g.id)
    + interval '4 minutes'
WHERE g.id = 20;

UPDATE randevoo.messages m
SET author_id = (SELECT min(u.id) FROM randevoo.users u
  WHERE u.id NOT IN (g.customer_id, s.owner_id))
FROM randevoo.groups g JOIN randevoo.stores s ON s.id = g.store_id
WHERE g.id = 21 AND m.id = (SELECT max(o.id) FROM randevoo.messages o WHERE o.group_id = g.id);

-- It closes when the latest of those to come would begin.
UPDATE randevoo.store_hours h SET closes_at = r.starts::time
FROM (
  SELECT x.slot_start AT TIME ZONE s.time_zone AS starts
  FROM randevoo.reservations x JOIN randevoo.stores s ON s.id = x.store_id
  WHERE s.id = 22 AND x.state IN ('pending', 'approved') AND x.slot_start > now() + interval '2 days'
  ORDER BY (x.slot_start AT TIME ZONE s.time_zone)::time DESC, x.slot_start DESC LIMIT 1) r
WHERE h.store_id = 22 AND h.weekday = extract(isodow FROM r.starts);

UPDATE randevoo.users SET blocked_until = 'infinity' WHERE id = 13;

UPDATE randevoo.stores SET hidden_until = 'infinity' WHERE owner_id = 13;

UPDATE randevoo.products SET hidden_until = 'infinity' WHERE store_id = 13;

-- Identities go on after the ids given above.
SELECT setval(pg_get_serial_sequence('randevoo.users', 'id'), 1000),
  setval(pg_get_serial_sequence('randevoo.stores', 'id'), 50),
  setval(pg_get_serial_sequence('randevoo.products', 'id'), 2000),
  setval(pg_get_serial_sequence('randevoo.reservations', 'id'), 5000),
  setval(pg_get_serial_sequence('randevoo.groups', 'id'), max(m.group_id)),
  setval(pg_get_serial_sequence('randevoo.messages', 'id'), max(m.id))
FROM randevoo.messages m;

-- So that the first plans are good ones.
ANALYZE randevoo.users, randevoo.stores, randevoo.products, randevoo.reservations,
  randevoo.reservation_items, randevoo.reservation_state_history, randevoo.groups,
  randevoo.messages, randevoo.notifications;

DROP TABLE sample_reservation, sample_city, sample_language;

DROP FUNCTION pg_temp.pick_from(text[], bigint, bigint);

DROP FUNCTION pg_temp.pick(bigint, bigint, integer);
