-- $1 … $2: users by id.
INSERT INTO randevoo.users
  (id, first_name, last_name, display_name, email, phone, photo_url, country, provider, kind, locale,
   time_zone, blocked_until, name_folded, created_at, updated_at)
OVERRIDING SYSTEM VALUE
SELECT u.n, u.first_name, u.last_name,
  CASE WHEN pg_temp.pick(u.n, u.seed + 20, 4) > 0 THEN u.first_name END,
  CASE WHEN pg_temp.pick(u.n, u.seed + 21, 10) > 0 THEN format('user%s@mail.example', u.n) END,
  CASE WHEN pg_temp.pick(u.n, u.seed + 22, 3) = 0
    THEN '+00 000 ' || lpad(pg_temp.pick(u.n, u.seed + 23, 10000000)::text, 7, '0') END,
  CASE WHEN pg_temp.pick(u.n, u.seed + 24, 2) = 0
    THEN format('https://photos.example/u/%s.jpg', u.n) END,
  u.country, CASE pg_temp.pick(u.n, u.seed + 25, 3) WHEN 0 THEN 'facebook' ELSE 'google' END,
  u.kind, u.locale, u.zone,
  CASE WHEN pg_temp.is_blocked(u.n, u.seed) THEN 'infinity'::timestamptz END,
  randevoo.fold(btrim(u.first_name || ' ' || u.last_name)), u.created_at, u.created_at
FROM (
  SELECT n, o.seed, l.country, l.locale, l.zone,
    CASE WHEN w.id IS NULL THEN 'customer' ELSE 'business' END AS kind,
    o.at - (60 + pg_temp.pick(n, o.seed + 26, 1500)) * interval '1 day'
      - pg_temp.pick(n, o.seed + 27, 86400) * interval '1 second' AS created_at,
    CASE pg_temp.pick(n, o.seed + 28, 3000)
      WHEN 0 THEN E'Mallory\x1b[31m'
      WHEN 1 THEN E'\u202Eecila'
      WHEN 2 THEN E'Line\nBreak'
      WHEN 3 THEN E'Tab\tand\rreturn'
      WHEN 4 THEN '''; DROP TABLE users; --'
      WHEN 5 THEN E'\u0085\u200BZero‍‍'
      WHEN 6 THEN repeat(E'Zo\u0308e\u0301', 16)
      ELSE pg_temp.pick_from(l.first_names, n, o.seed + 29)
        || CASE WHEN l.locale IN ('it', 'fr', 'en', 'en-US', 'de', 'es', 'pt-BR', 'pl')
            AND pg_temp.pick(n, o.seed + 30, 4) = 0
          THEN ' ' || pg_temp.pick_from(l.first_names, n, o.seed + 31) ELSE '' END
    END AS first_name,
    CASE pg_temp.pick(n, o.seed + 28, 3000)
      WHEN 0 THEN E'\x1b]0;pwned\x07'
      WHEN 1 THEN E'\u2066O\u2069''Neil'
      WHEN 7 THEN ''
      ELSE pg_temp.pick_from(l.last_names, n, o.seed + 32)
        || CASE WHEN l.locale IN ('fr', 'en', 'de', 'es', 'pt-BR')
            AND pg_temp.pick(n, o.seed + 33, 5) = 0
          THEN CASE l.locale WHEN 'es' THEN ' ' WHEN 'pt-BR' THEN ' ' ELSE '-' END
            || pg_temp.pick_from(l.last_names, n, o.seed + 34) ELSE '' END
    END AS last_name
  FROM sample o
    CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
    LEFT JOIN sample_owner w ON w.id = n
    JOIN sample_language l ON l.locale = coalesce(w.locale, (ARRAY['it', 'it', 'it', 'fr', 'fr',
      'en', 'en', 'en-US', 'en-US', 'ja', 'ja', 'de', 'es', 'es', 'ru', 'ar', 'zh', 'zh', 'el',
      'tr', 'ko', 'pt-BR', 'he', 'hi', 'hi', 'pl', 'th'])[1 + pg_temp.pick(n, o.seed + 35, 27)])
  OFFSET 0) u
ORDER BY u.n
