CREATE OR REPLACE FUNCTION randevoo.notification_list(
  who bigint, at timestamptz, before bigint DEFAULT NULL, max_rows integer DEFAULT 50)
RETURNS TABLE (
  notification bigint, kind text, subject text, body text, has_sound boolean, link text,
  created_at timestamptz, read_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT n.id, n.kind, coalesce(n.subject, t.subject),
    coalesce(n.body, replace(replace(replace(t.body, '{slot}',
      coalesce(to_char(r.slot_start AT TIME ZONE s.time_zone, 'YYYY-MM-DD HH24:MI'), '…')),
      '{store}', coalesce(s.name, '…')), '{customer}', coalesce(c.first_name, '…'))),
    t.has_sound,
    CASE WHEN n.kind = 'notice' THEN n.link
      WHEN n.reservation_id IS NOT NULL
      THEN 'https://randevoo.example/reservations/' || n.reservation_id
      WHEN n.chat_id IS NOT NULL THEN 'https://randevoo.example/chats/' || n.chat_id END,
    n.created_at, n.read_at
  FROM randevoo.notifications n
    JOIN randevoo.users u ON u.id = n.user_id
    LEFT JOIN randevoo.reservations r ON r.id = n.reservation_id
    LEFT JOIN randevoo.groups g ON g.id = n.chat_id
    LEFT JOIN randevoo.stores s ON s.id = coalesce(r.store_id, g.store_id)
    LEFT JOIN randevoo.users c ON c.id = coalesce(r.customer_id, g.customer_id)
    LEFT JOIN LATERAL (
      SELECT x.* FROM randevoo.notification_texts x
      WHERE x.kind = n.kind
      ORDER BY x.locale = u.locale DESC, x.locale = split_part(u.locale, '-', 1) DESC,
        x.locale = 'en' DESC, x.locale
      LIMIT 1) t ON TRUE
  WHERE randevoo.at_require(notification_list.at) AND n.user_id = notification_list.who
    AND n.created_at <= notification_list.at
    AND (notification_list.before IS NULL OR n.id < notification_list.before)
  ORDER BY n.id DESC LIMIT randevoo.page_size(max_rows)
$body$;

COMMENT ON FUNCTION randevoo.notification_list(bigint, timestamptz, bigint, integer) IS
'A user''s notifications, the newest first, max_rows of them, 1 to 500 (more counts as 500); before:
the last one of the page before, or NULL. Those that come after at are left out. subject and body
are in the user''s language, or else in English; has_sound: whether the phone rings. link: what a
tap opens, such as https://randevoo.example/reservations/7, …/chats/7, or what the back office gave;
NULL: nothing. read_at is NULL until notifications_read.';

GRANT EXECUTE ON FUNCTION randevoo.notification_list(bigint, timestamptz, bigint, integer)
  TO randevoo_app;
