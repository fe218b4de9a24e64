-- $1 … $2: places by their number; a quarter as many users.
INSERT INTO findspot.users (id, uid, email, nickname, created_at)
SELECT n, 'uid' || md5(s.seed || ' user ' || n), format('walker%s@mail.example', n),
  pg_temp.pick_from('{Aino,Bruno,Carla,Dieter,Eliška,Fabio,Γιάννης,Hanna,Ilse,Jun,Kai,Lena,Mika,
    Nina,Otto,Pia,Rita,Sven,Tove,Ugo}', n, s.seed + 2) || ' ' || n,
  current_setting('sample.as_of')::date - 40 - pg_temp.pick(n, s.seed + 4, 900)
FROM (SELECT current_setting('sample.seed')::bigint * 1000 AS seed) s
  CROSS JOIN LATERAL generate_series(($1::bigint + 3) / 4, ($2::bigint + 3) / 4) n
WHERE n > ($1::bigint - 1 + 3) / 4 OR $1::bigint = 1
ORDER BY n
