-- What the former app wrote, read: times, slots, hours, places, names, and what they are where they
-- make no sense.
BEGIN;

\ir fixture.sql

SELECT is(randevoo.legacy_time(v.written) AT TIME ZONE 'UTC', v.at::timestamp,
  format('%L is %s', v.written, coalesce(v.at, 'no time')))
FROM (VALUES ('2021-02-13T15:35:31.123Z', '2021-02-13 15:35:31.123'),
  ('2021-02-13T15:35:31Z', '2021-02-13 15:35:31'),
  ('2021-02-13T22:35:31+07:00', '2021-02-13 15:35:31'),
  ('2021-02-13 15:35:31.5+00', '2021-02-13 15:35:31.5'),
  ('2021-02-13T15:35', '2021-02-13 15:35'), ('1613230531000', '2021-02-13 15:35:31'),
  ('2020-02-29T00:00:00Z', '2020-02-29'), ('2021-02-29T00:00:00Z', NULL),
  ('2021-13-01T00:00:00Z', NULL), ('2021-02-13T24:00:00Z', NULL), ('', NULL), ('yesterday', NULL),
  ('99999-01-01T00:00:00Z', NULL), (NULL, NULL)) v(written, at);

SELECT is(format('%s to %s', s.starts, s.ends), v.slot, format('%L, %L', v.day, v.hours))
FROM (VALUES ('2021-03-08', '9:00 - 9:30', '2021-03-08 09:00:00 to 2021-03-08 09:30:00'),
  ('2021-3-8', '9:00-11:00', '2021-03-08 09:00:00 to 2021-03-08 11:00:00'),
  ('2021-03-08', '23:30 - 25:30', '2021-03-08 23:30:00 to 2021-03-09 01:30:00'),
  ('2021-02-29', '9:00 - 9:30', ' to '), ('2021-00-08', '9:00 - 9:30', ' to '),
  ('2021-03-00', '9:00 - 9:30', ' to '), ('08-03-2021', '9:00 - 9:30', ' to '),
  ('2021-03-08', '9:60 - 10:00', ' to '), ('2021-03-08', 'nine', ' to '), ('', '', ' to '),
  (NULL, '9:00 - 9:30', ' to ')) v(day, hours, slot)
  CROSS JOIN LATERAL randevoo.legacy_slot(v.day, v.hours) s;

SELECT is(randevoo.legacy_clock(v.shown), v.clock::time,
  format('%L is %s', v.shown, coalesce(v.clock, 'no time of the day')))
FROM (VALUES ('09:00', '09:00'), ('9:05', '09:05'), ('24:00', '24:00'), ('9:00 AM', '09:00'),
  (U&'9:30\202FPM', '21:30'), ('12:00 am', '00:00'), ('25:00', NULL), ('13:00 PM', NULL),
  ('9', NULL), ('', NULL), (NULL, NULL)) v(shown, clock);

CREATE FUNCTION pg_temp.hours(days text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(format('%s %s-%s%s', h.weekday, to_char(h.opens_at, 'HH24:MI'),
    to_char(h.closes_at, 'HH24:MI'), CASE WHEN NOT h.is_read THEN ' ?' END), ', '
    ORDER BY h.weekday)
  FROM randevoo.legacy_hours(days::jsonb) h WHERE h.weekday <= 2
$$;

SELECT is(pg_temp.hours(v.days), v.hours, v.what)
FROM (VALUES ('[{"dateLabel": "TUE", "openTime": "08:00", "closeTime": "17:30", "isActive": true},
    {"dateLabel": "MON", "openTime": "09:00", "closeTime": "18:00", "isActive": true}]',
    '1 09:00-18:00, 2 08:00-17:30', 'hours are by the label of the day'),
  ('[{"dateLabel": "MON", "openTime": "09:00", "closeTime": "18:00", "isActive": false},
    {"dateLabel": "TUE", "openTime": "09:00", "closeTime": "18:00"}]',
    '1 -, 2 09:00-18:00', 'a day that is not active is closed, one that does not say is open'),
  ('[{"dateLabel": "MON", "openTime": "18:00", "closeTime": "09:00", "isActive": true},
    {"dateLabel": "TUE", "openTime": "09:00", "closeTime": "09:00", "isActive": true}]',
    '1 - ?, 2 - ?', 'a day that does not end after it begins is closed, and told'),
  ('[7, null, "MON", {"dateLabel": 4}]', '1 - ?, 2 - ?', 'what is no day is none'),
  ('[]', '1 - ?, 2 - ?', 'and so is what is not there')) v(days, hours, what);

SELECT is(format('%s %s %s', p.latitude, p.longitude, p.fits), v.place, v.given)
FROM (VALUES ('{"lat": 13.75, "long": 100.5}', '13.75 100.5 t'), ('{"$geo": [13.75, 100.5]}',
    '13.75 100.5 t'), ('{"lat": 0, "long": 0}', '  f'), ('{"lat": 91, "long": 0}', '  f'),
  ('{"lat": "13", "long": 1}', '  f'), ('{"lat": 1e400, "long": 1}', '  f'), ('{}', '  f'),
  ('7', '  f'), (NULL, '  f')) v(given, place)
  CROSS JOIN LATERAL randevoo.legacy_place(v.given::jsonb) p;

SELECT is(randevoo.photo_object(v.url), v.path, v.url)
FROM (VALUES ('https://firebasestorage.googleapis.com/v0/b/b.appspot.com/o/'
    'product_images%2Fa%20b%C3%A9?alt=media&token=1', 'product_images/a bé'),
  ('https://firebasestorage.googleapis.com/v0/b/b/o/x%FF?alt=media', NULL),
  ('gs://b/profile_images/x', 'profile_images/x'), ('https://lh3.googleusercontent.com/a', NULL),
  ('1', NULL)) v(url, path);

SELECT is(n::text, v.parts, format('%L is a name', v.name))
FROM (VALUES ('Ann', '(Ann,"")'), ('Ann Mary  Lee', '(Ann,"Mary Lee")'), ('  Ann ', '(Ann,"")'),
  ('', '(,"")'), (' ', '(,"")')) v(name, parts)
  CROSS JOIN LATERAL randevoo.legacy_name(v.name) n;

SELECT is(randevoo.legacy_kind(v.content || ', 2021-03-08 9:00-9:30 for 1 product.'), v.kind,
  v.content)
FROM (VALUES ('username has requested a reservation', 'reservation_requested'),
  ('username has requested for cancellation', 'reservation_cancelled'),
  ('username has approved your reservation', 'reservation_approved'),
  ('You have completed your reservation to username', 'reservation_completed'),
  ('You have failed to complete your reservation to username', 'reservation_failed'),
  ('Your cancellation has been approved by username', 'reservation_cancelled'),
  ('Your reservation has been canceled by username', 'reservation_cancelled'),
  ('Your reservation has been declined by username', 'reservation_disapproved'),
  ('Hello', NULL)) v(content, kind);

SELECT results_eq($$SELECT size, colour, pieces FROM randevoo.legacy_variants('[
    {"color": "Red", "size": "S", "quantity": 2}, {"color": "Red", "size": "S", "quantity": 5},
    {"color": "Blue", "quantity": -1}, {"size": "M", "quantity": "many"}, 7, null]')
  ORDER BY place$$,
  $$VALUES ('S', 'Red', 5), ('', 'Blue', 0), ('M', '', 0)$$,
  'a size and colour that a product has twice is one; what is no number is none');

SELECT results_eq($$SELECT url, place FROM randevoo.legacy_photos('["1", "https://a.example/2",
    {"url": "https://a.example/3"}, "https://a.example/1", "https://a.example/2"]')$$,
  $$VALUES ('https://a.example/2', 1::bigint), ('https://a.example/1', 2)$$,
  'photos are addresses, each once, in order');

SELECT results_eq($$SELECT * FROM randevoo.legacy_items('["first", {"productId": ""},
    {"productId": "p", "variant": {"size": "S", "color": "Red", "quantity": 2}},
    {"productId": "q"}]')$$,
  $$VALUES ('p', 'S', 'Red', 2::numeric), ('q', '', '', 1)$$,
  'what was reserved names a product, and is one piece unless it says');

-- Several documents of one business ----------------------------------------------------------

SELECT pg_temp.person('owner');

SELECT pg_temp.shop('shop', pg_temp.kept('owner'));

RESET SESSION AUTHORIZATION;

UPDATE randevoo.stores SET legacy_id = 's' WHERE id = pg_temp.kept('shop');

INSERT INTO randevoo.legacy_infos (legacy_id, business, about, policy, is_current)
VALUES ('a', 's', 'old', 'Old', FALSE), ('b', 's', 'current', 'Returns in a week', TRUE);

INSERT INTO randevoo.legacy_periods (legacy_id, business, hours, range_label, range_value,
  slot_hours, capacity)
VALUES ('b', 's', '[]', 'Two Weeks', 14, 0.5, 3), ('a', 's', '[{"dateLabel": "MON",
  "openTime": "08:00", "closeTime": "17:00", "isActive": true}]', 'Three Months', 3, 6, 5),
  ('c', 't', '[]', 'One Day', 1000, 13, 0);

SELECT is(randevoo.legacy_info('s')::text, '(current,,)', 'the current document counts');

SELECT is(randevoo.legacy_period('s')::text, '(06:00:00,5,90)', 'the first period counts');

SELECT is(randevoo.legacy_period('t')::text, '(,,)', 'what does not hold here is none');

SET LOCAL ROLE randevoo_owner;

SELECT bag_has($$SELECT randevoo.heal()$$, format($$VALUES
    ('stores with several documents of a kind, of which one counts: 1, such as store %s'),
    ('documents of businesses that are not there: 1, such as bizPeriods/c')$$,
    pg_temp.kept('shop')), 'that there are several is told');

SELECT is((SELECT string_agg(weekday::text, '') FROM randevoo.store_hours
  WHERE store_id = pg_temp.kept('shop') AND opens_at = '08:00'), '1',
  'hours are those of the period');

SELECT is((SELECT string_agg(title || ': ' || body, '') FROM randevoo.store_policies
  WHERE store_id = pg_temp.kept('shop')), 'Policy: Returns in a week', 'and the policy');

UPDATE randevoo.store_policies SET body = 'Returns in a day'
WHERE store_id = pg_temp.kept('shop');

UPDATE randevoo.legacy_infos SET policy = 'Never' WHERE legacy_id = 'b';

SELECT bag_has('SELECT randevoo.heal()', format($$VALUES
  ('store %s keeps its policy, which was written here')$$, pg_temp.kept('shop')),
  'what was written here since is told');

SELECT is((SELECT body FROM randevoo.store_policies WHERE store_id = pg_temp.kept('shop')),
  'Returns in a day', 'and stays');

SELECT * FROM finish();

ROLLBACK;
