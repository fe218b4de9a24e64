CREATE OR REPLACE FUNCTION sotravel.out_messages() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT ARRAY['messages', o.path[1], d.id], jsonb_build_object('id', d.id,
    'messageText', m.body, 'sender', upper(u.legacy_id),
    -- An import takes the words infinity and -infinity, too.
    'timestamp', CASE WHEN isfinite(m.sent_at)
      THEN to_jsonb(trim_scale(extract(epoch FROM m.sent_at) - 978307200))
      ELSE to_jsonb(m.sent_at::text) END)
  FROM sotravel.out_events() o
    JOIN sotravel.events e ON sotravel.legacy_number(e.legacy_id)::text = o.path[1]
    JOIN sotravel.chats c ON c.event_id = e.id
    JOIN sotravel.messages m ON m.chat_id = c.id
    JOIN sotravel.users u ON u.id = m.author_id AND u.legacy_digest IS DISTINCT FROM 'erased'
    CROSS JOIN LATERAL (SELECT coalesce(m.legacy_id, upper(md5(concat_ws('/', o.path[1], m.id,
      extract(epoch FROM m.sent_at)))::uuid::text)) AS id) d
$body$;

COMMENT ON FUNCTION sotravel.out_messages() IS
'For reeve move --out: what people wrote in the chats of events. A message that came since has an id
made of its event, its number and its time.';
