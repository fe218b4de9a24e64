-- $1 … $2: users by id; one in twenty is a half account.
INSERT INTO buckit.users
  (id, legacy_id, username, name, email, photo_url, provider, activated_at, locale, created_at)
OVERRIDING SYSTEM VALUE
SELECT u.n, 'u' || u.n, format('%s%s', lower(buckit.fold(u.name)), u.n), u.name,
  format('user%s@mail.example', u.n),
  CASE WHEN u.is_active THEN format('https://photos.example/b/u/%s.jpg', u.n) END, u.provider,
  CASE WHEN u.is_active THEN u.created_at + interval '5 minutes' END, u.locale, u.created_at
FROM (
  SELECT n, w.locale, pg_temp.pick_from(w.first_names, n, o.seed + 1) AS name,
    pg_temp.pick(n, o.seed + 2, 20) > 0 AS is_active,
    pg_temp.pick_from('{email,google,facebook}', n, o.seed + 3) AS provider,
    o.at - (60 + pg_temp.pick(n, o.seed + 4, 1500)) * interval '1 day' AS created_at
  FROM sample o
    CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
    JOIN sample_city c ON c.nr = pg_temp.pick(n, o.seed + 5, 6)
    JOIN sample_word w ON w.locale = c.locale
  OFFSET 0) u
ORDER BY u.n
