#!/usr/bin/env bash
# answers.sh FOLDER writes users.json, trips.json, members.json, events.json and chat.json: 240 people, 24 trips, 240
# events and 720 messages as the app wrote them, made by their numbers. People n and n + 24 are on trip n % 24 + 1. The
# service wrote ids in lower case, the app in upper case.
set -euo pipefail
psql -XqAt -d postgres -v ON_ERROR_STOP=1 -v dir="$1" <<'SQL'
CREATE FUNCTION pg_temp.person(n int) RETURNS text LANGUAGE sql
AS $$ SELECT lpad(to_hex(n), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(n), 12, '0') $$;
CREATE FUNCTION pg_temp.trip(n int) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('id', n, 'name', 'Trip ' || n, 'start_date', (date '2023-04-01' + n)::text,
    'end_date', (date '2023-04-01' + 2 * n)::text, 'location', 'Krabi', 'imageURL', 'https://i.example/' || n)
$$;
\o :dir/users.json
SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', pg_temp.person(n), 'backup_id', 'b', 'tele_id',
    CASE WHEN n % 2 = 0 THEN (1000 + n)::text END, 'tele_username', CASE WHEN n % 2 = 0 THEN 'tele' || n END,
    'email', CASE WHEN n % 3 > 0 OR n = 3 THEN 'Person' || n || '@Mail.example' END, 'first_name', 'First' || n,
    'last_name', CASE WHEN n % 5 > 0 THEN 'Last' || n END, 'image', 'https://i.example/p' || n, 'credits', 3,
    'interests', '["snow"]'::jsonb, 'socials_instagram', CASE WHEN n = 4 THEN '@insta4' WHEN n = 5 THEN 'no / name' ELSE '' END,
    'createdat', '2023-03-08T10:11:12.345Z', 'updatedat', '2023-03-09T10:11:12.345Z', 'country', 'SG', 'phone_number', '+65 555 0100',
    'currently_on_trip', CASE WHEN n % 4 = 0 THEN (n % 24 + 1)::text END, 'coordinator', n = 25))
  || CASE WHEN n = 8 THEN '{"birthday": null, "socials_whatsapp": null}' ELSE '{}'::jsonb END)
FROM generate_series(1, 240) n;
\o :dir/trips.json
SELECT jsonb_object_agg(CASE WHEN n % 2 = 0 THEN pg_temp.person(n) ELSE upper(pg_temp.person(n)) END, jsonb_build_object(
  'upcomingTrips', CASE WHEN n % 24 >= 12 THEN jsonb_build_array(pg_temp.trip(n % 24 + 1)) ELSE '[]' END,
  'pastTrips', CASE WHEN n % 24 < 12 THEN jsonb_build_array(pg_temp.trip(n % 24 + 1)) ELSE '[]' END))
FROM generate_series(1, 216) n;
\o :dir/members.json
SELECT jsonb_object_agg(t, (SELECT jsonb_agg(CASE WHEN t = 1 THEN jsonb_build_object('id', pg_temp.person(n),
  'first_name', CASE n WHEN 24 THEN 'Nickname' ELSE 'First' || n END, 'image', '', 'last_name', NULL) ELSE to_jsonb(upper(pg_temp.person(n))) END)
  FROM generate_series(1, 240) n WHERE n % 24 + 1 = t))
FROM generate_series(1, 24) t;
\o :dir/events.json
SELECT jsonb_agg(jsonb_build_object('id', e, 'trip_id', e % 24 + 1, 'created_at', '2023-04-02T08:00:00.000Z',
  'status', CASE e % 10 WHEN 0 THEN 'cancelled' WHEN 1 THEN NULL ELSE 'Idk?' END, 'details', CASE WHEN e % 3 > 0 THEN 'd' || e END,
  'date', (date '2023-04-02' + e % 24)::text, 'time', CASE e WHEN 7 THEN '19:30' WHEN 8 THEN 'soon' ELSE '7:30 PM' END, 'location', 'Beach', 'meeting_point', 'Lobby',
  'host', pg_temp.person(e), 'activity', 'Event ' || e, 'participants', jsonb_build_object(
    'going', jsonb_build_array(pg_temp.person(e), upper(pg_temp.person((e + 23) % 240 + 1))),
    'no', jsonb_build_array(pg_temp.person((e + 47) % 240 + 1)),
    'pending', jsonb_build_array(pg_temp.person((e + 23) % 240 + 1), pg_temp.person((e + 47) % 240 + 1), pg_temp.person((e + 71) % 240 + 1)))))
FROM generate_series(1, 240) e;
\o :dir/chat.json
SELECT jsonb_build_object('chats', (SELECT jsonb_agg(CASE WHEN e > 0 THEN jsonb_build_object('lastMessage', 'M' || e || '-3',
    'secondLastMessage', 'M' || e || '-2', 'thirdLastMessage', CASE e WHEN 5 THEN 'M5-9' ELSE 'M' || e || '-1' END) END ORDER BY e)
    FROM generate_series(0, 240) e),
  'messages', (SELECT jsonb_agg(CASE WHEN e > 0 THEN (SELECT jsonb_object_agg('M' || e || '-' || m, jsonb_build_object('id', 'M' || e || '-' || m,
      'messageText', 'Text ' || e || ' ' || m, 'sender', upper(pg_temp.person(e)), 'timestamp', 700904508.407394 + m))
      FROM generate_series(1, 3) m) END ORDER BY e) FROM generate_series(0, 240) e),
  'locations', (SELECT jsonb_object_agg(upper(pg_temp.person(n)), '{"latitude": 46.5123401, "longitude": 12.1432101}'::jsonb)
    FROM generate_series(1, 200) n));
SQL
