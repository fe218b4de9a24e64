-- A small believable BuckIt, the same each time but for the moment it is relative to: 120 people,
-- 300 activities in six cities, their buckets, votes and comments. Run as the schema's owner, in
-- one transaction, on empty tables, after sample/.
--
-- What somebody looks for is there once each. Users 41 to 46 are a ring: within twenty minutes all
-- of them voted for twelve activities of user 40. User 56 voted down twelve activities of user 40.
-- Users 51 and 52, a couple, agree on ten, and thirty people voted for activities 1 and 2 on the
-- evening of an event: neither is a ring. Users 111 to 120 are half accounts. Activities 281 to
-- 300 are old ones that lack something; every fourth is past. User 20's bucket 20 was copied five
-- times; activity 7 is in most buckets. User 60 has the address of user 61 in other letters.

DO $block$
BEGIN
  IF EXISTS (SELECT FROM buckit.users) THEN
    RAISE EXCEPTION 'the sample goes into empty tables' USING ERRCODE = 'BK007';
  END IF;
END
$block$;

SET LOCAL jit = off;

INSERT INTO buckit.users
  (id, username, name, email, photo_url, provider, activated_at, locale, created_at)
OVERRIDING SYSTEM VALUE
SELECT u.n, format('%s%s', lower(buckit.fold(u.first_name)), u.n),
  CASE u.n WHEN 90 THEN E'Mallory\x1b[31m' WHEN 91 THEN E'\u202Eecila' ELSE u.first_name END,
  CASE u.n WHEN 60 THEN 'User61@Mail.example' ELSE format('user%s@mail.example', u.n) END,
  CASE WHEN u.n <= 110 THEN format('https://photos.example/b/u/%s.jpg', u.n) END,
  pg_temp.pick_from('{email,google,facebook}', u.n, 1),
  CASE WHEN u.n <= 110 THEN u.created_at + interval '5 minutes' END, c.locale, u.created_at
FROM (
  SELECT n, pg_temp.pick_from(w.first_names, n, 2) AS first_name, n % 6 AS city,
    CASE WHEN n BETWEEN 41 AND 46 THEN now() - interval '9 days' + n * interval '3 minutes'
      ELSE now() - interval '30 days' - pg_temp.pick(n, 3, 500) * interval '1 day' END AS created_at
  FROM generate_series(1, 120) n
    JOIN sample_city c ON c.nr = n % 6 JOIN sample_word w ON w.locale = c.locale) u
  JOIN sample_city c ON c.nr = u.city
ORDER BY u.n;

INSERT INTO buckit.identities(provider, provider_id, user_id)
SELECT u.provider, md5('sample ' || u.id), u.id FROM buckit.users u ORDER BY u.id;

INSERT INTO buckit.follows(follower_id, followed_id, followed_at)
SELECT DISTINCT ON (f.who, f.other) f.who, f.other, f.at
FROM (
  SELECT u AS who, 1 + CASE i % 2 WHEN 0 THEN pg_temp.pick(u * 20 + i, 10, 12)
      ELSE pg_temp.pick(u * 20 + i, 11, 110) END AS other,
    now() - pg_temp.pick(u * 20 + i, 12, 40000) * interval '1 minute' AS at
  FROM generate_series(1, 110) u, generate_series(1, 2 + pg_temp.pick(u, 13, 12)) i) f
WHERE f.who <> f.other
ORDER BY f.who, f.other, f.at;

INSERT INTO buckit.activities
  (id, author_id, title, description, photo_url, place, latitude, longitude, happens_at, is_legacy,
   created_at)
OVERRIDING SYSTEM VALUE
SELECT n, CASE WHEN n BETWEEN 101 AND 112 THEN 40 ELSE 1 + pg_temp.pick(n, 20, 110) END,
  CASE n WHEN 250 THEN E'Free\x1b]0;pwned\x07 yoga'
    WHEN 251 THEN 'Guaranteed income: learn how' ELSE pg_temp.pick_from(w.things, n, 21) || ' '
      || pg_temp.pick_from(c.spots, n, 22) END,
  CASE WHEN n % 5 = 1 AND n > 280 THEN '' ELSE pg_temp.pick_from(w.abouts, n, 23) END,
  CASE WHEN n % 5 = 2 AND n > 280 THEN NULL ELSE format('https://photos.example/b/a/%s.jpg', n) END,
  CASE WHEN n % 5 = 3 AND n > 280 THEN NULL ELSE pg_temp.pick_from(c.spots, n, 22) || ', ' || c.city
    END,
  CASE WHEN n % 5 = 4 AND n > 280 THEN NULL
    ELSE c.latitude + (pg_temp.pick(n, 24, 2000) - 1000) / 20000.0 END,
  CASE WHEN n % 5 = 4 AND n > 280 THEN NULL
    ELSE c.longitude + (pg_temp.pick(n, 25, 2000) - 1000) / 20000.0 END,
  CASE WHEN n % 5 = 0 AND n > 280 THEN NULL
    WHEN n % 4 = 0 THEN now() - (1 + pg_temp.pick(n, 26, 20)) * interval '1 day'
    ELSE now() + (1 + pg_temp.pick(n, 27, 90)) * interval '1 day' END,
  n > 280, now() - (25 + pg_temp.pick(n, 28, 60)) * interval '1 day'
FROM generate_series(1, 300) n
  JOIN sample_city c ON c.nr = n % 6 JOIN sample_word w ON w.locale = c.locale
ORDER BY n;

INSERT INTO buckit.buckets(id, owner_id, author_id, title, photo_url, created_at)
OVERRIDING SYSTEM VALUE
SELECT n, 1 + (n - 1) % 110, 1 + (n - 1) % 110,
  pg_temp.pick_from('{Before thirty,With the kids,Summer,Someday,Rainy days,With friends}', n, 30),
  CASE WHEN n % 4 = 0 THEN format('https://photos.example/b/b/%s.jpg', n) END,
  now() - (24 - n / 10) * interval '1 day'
FROM generate_series(1, 160) n
ORDER BY n;

INSERT INTO buckit.buckets(id, owner_id, author_id, origin_id, title, photo_url, created_at)
OVERRIDING SYSTEM VALUE
SELECT n, n - 100, 20, 20, b.title, b.photo_url, now() - (170 - n) * interval '1 day'
FROM generate_series(161, 165) n JOIN buckit.buckets b ON b.id = 20
ORDER BY n;

INSERT INTO buckit.bucket_items(bucket_id, activity_id, done_at, added_at)
SELECT DISTINCT ON (i.bucket, i.activity) i.bucket, i.activity,
  CASE WHEN pg_temp.pick(i.nr, 42, 3) = 0
    THEN now() - pg_temp.pick(i.nr, 43, 7) * interval '1 day' END,
  now() - interval '8 days'
FROM (
  SELECT b.id AS bucket, b.id * 20 + i AS nr,
    CASE i WHEN 1 THEN CASE WHEN b.id % 3 > 0 THEN 7 ELSE 8 END
      ELSE 1 + pg_temp.pick(coalesce(b.origin_id, b.id) * 20 + i, 40, 300) END AS activity
  FROM buckit.buckets b
    CROSS JOIN generate_series(1, 3 + pg_temp.pick(coalesce(b.origin_id, b.id), 41, 6)) i) i
ORDER BY i.bucket, i.activity;

INSERT INTO buckit.favourites(user_id, activity_id, added_at)
SELECT DISTINCT ON (f.who, f.activity) f.who, f.activity, now() - f.nr * interval '1 minute'
FROM (
  SELECT u AS who, u * 10 + i AS nr, 1 + pg_temp.pick(u * 10 + i, 50, 300) AS activity
  FROM generate_series(1, 110) u, generate_series(1, pg_temp.pick(u, 51, 6)) i) f
ORDER BY f.who, f.activity;

INSERT INTO buckit.itineraries(id, author_id, title, created_at) OVERRIDING SYSTEM VALUE
SELECT n, 1 + pg_temp.pick(n, 60, 110), 'A weekend in ' || c.city, now() - n * interval '1 day'
FROM generate_series(1, 24) n JOIN sample_city c ON c.nr = n % 6
ORDER BY n;

INSERT INTO buckit.itinerary_stops(itinerary_id, position, activity_id)
SELECT n, p, 1 + (n % 6 + 6 * (pg_temp.pick(n, 61, 20) + p) + 5) % 300
FROM generate_series(1, 24) n, generate_series(1, 4) p;

-- Two fifths of all votes go to a tenth of the activities.
INSERT INTO buckit.votes(user_id, activity_id, value, voted_at)
SELECT DISTINCT ON (v.who, v.activity) v.who, v.activity, v.value, v.at
FROM (
  SELECT u AS who, CASE WHEN i % 5 < 2 THEN 10 * (1 + pg_temp.pick(u * 50 + i, 70, 30))
      ELSE 1 + pg_temp.pick(u * 50 + i, 71, 300) END AS activity,
    CASE WHEN pg_temp.pick(u * 50 + i, 72, 6) = 0 THEN -1 ELSE 1 END AS value,
    now() - interval '10 minutes' - pg_temp.pick(u * 50 + i, 73, 30000) * interval '1 minute' AS at,
    3 AS rank
  FROM generate_series(1, 110) u, generate_series(1, 6 + pg_temp.pick(u, 74, 30)) i
  WHERE u NOT BETWEEN 41 AND 46
  UNION ALL
  SELECT u, 100 + i, 1, now() - interval '7 days' + (u * 20 + i * 70) * interval '1 second', 1
  FROM generate_series(41, 46) u, generate_series(1, 12) i
  UNION ALL
  SELECT 56, 100 + i, -1, now() - interval '2 days' + i * interval '4 minutes', 2
  FROM generate_series(1, 12) i
  UNION ALL
  SELECT u, 201 + i, 1, now() - interval '5 days' + (u + i) * interval '1 minute', 1
  FROM generate_series(51, 52) u, generate_series(1, 10) i
  UNION ALL
  SELECT u, a, 1, now() - interval '3 days' + u * interval '10 seconds', 1
  FROM generate_series(61, 90) u, generate_series(1, 2) a) v
ORDER BY v.who, v.activity, v.rank, v.at;

INSERT INTO buckit.comments(id, activity_id, author_id, body, written_at) OVERRIDING SYSTEM VALUE
SELECT n, CASE WHEN n <= 25 THEN 7 ELSE 1 + pg_temp.pick(n, 80, 300) END,
  1 + pg_temp.pick(n, 81, 110),
  CASE n WHEN 3 THEN E'Click \x1b[5mhere\x1b[0m' WHEN 30 THEN 'You are all idiots, stay at home.'
    ELSE pg_temp.pick_from('{"Was there last year, lovely.","How long does it take?",'
      '"See you there!","Bring water.","Too crowded for me.",'
      '"すてき！","Ci vediamo lì!","Kiitos, upea ilta."}', n, 82) END,
  now() - pg_temp.pick(n, 83, 30000) * interval '1 minute'
FROM generate_series(1, 400) n
ORDER BY n;

SELECT setval(pg_get_serial_sequence('buckit.' || t.name, 'id'), t.last) FROM (VALUES
  ('users', 120), ('activities', 300), ('buckets', 165), ('itineraries', 24), ('comments', 400))
  t (name, last);

DROP TABLE sample_city, sample_word;

DROP FUNCTION pg_temp.pick_from(text[], bigint, bigint);

DROP FUNCTION pg_temp.pick(bigint, bigint, integer);
