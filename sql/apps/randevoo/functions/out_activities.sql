CREATE OR REPLACE FUNCTION randevoo.out_activities() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT ARRAY['activities', a.key], jsonb_build_object('id', a.key, 'reservationId', b.key,
    'receiverId', CASE n.user_id WHEN b.customer_id THEN b.customer WHEN b.owner_id THEN b.shop
      ELSE p.key END,
    'senderId', CASE n.user_id WHEN b.customer_id THEN b.shop ELSE b.customer END,
    'content', s.content, 'createdAt', randevoo.legacy_written(n.created_at))
  FROM randevoo.notifications n
    JOIN randevoo.legacy_people() p ON p.id = n.user_id
    JOIN randevoo.legacy_booked() b ON b.id = n.reservation_id
    JOIN (VALUES
      ('reservation_requested', 'username has requested a reservation.'),
      ('reservation_approved', 'username has approved your reservation.'),
      ('reservation_disapproved', 'Your reservation has been declined by username.'),
      ('reservation_cancelled', 'Your reservation has been canceled by username.'),
      ('reservation_completed', 'You have completed your reservation to username.'),
      ('reservation_failed', 'You have failed to complete your reservation to username.'))
      s(kind, content) ON s.kind = n.kind
    CROSS JOIN LATERAL (SELECT randevoo.legacy_key(n.legacy_id, 'activities', n.id, n.created_at)
      AS key) a
$body$;

COMMENT ON FUNCTION randevoo.out_activities() IS
'For reeve move --out: what people were told of reservations, in the former app''s sentences.';
