CREATE OR REPLACE FUNCTION randevoo.out_reservations() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT ARRAY['reservations', b.key], jsonb_build_object('id', b.key, 'businessId', b.shop,
    'userId', b.customer, 'timeslotId', b.timeslot, 'status', b.status,
    'reason', CASE WHEN c.by IS NULL THEN coalesce(r.state_reason, '') ELSE '' END,
    'isCanceled', b.status = 'Canceled', 'canceledBy', coalesce(c.by, ''),
    'createdAt', randevoo.legacy_written(r.requested_at),
    'approvedAt', randevoo.legacy_written(b.approved_at),
    'canceledAt', randevoo.legacy_written(CASE b.status WHEN 'Canceled' THEN r.state_at END),
    'completedAt', randevoo.legacy_written(CASE b.status WHEN 'Completed' THEN r.state_at END),
    'products', coalesce((
      SELECT jsonb_agg(jsonb_build_object('productId', t.key, 'variant', jsonb_build_object(
        'size', v.size, 'color', v.colour, 'quantity', i.quantity))
        ORDER BY t.key COLLATE "C", v.size COLLATE "C", v.colour COLLATE "C")
      FROM randevoo.reservation_items i
        JOIN randevoo.product_variants v ON v.id = i.variant_id
        JOIN randevoo.legacy_things() t ON t.id = i.product_id
      WHERE i.reservation_id = r.id), '[]'))
  FROM randevoo.legacy_booked() b
    JOIN randevoo.reservations r ON r.id = b.id
    CROSS JOIN LATERAL (SELECT CASE WHEN r.state = 'cancelled' THEN
      CASE coalesce(r.state_reason, 'cancelled by the customer')
        WHEN 'cancelled by the customer' THEN b.customer
        WHEN 'cancelled by the store' THEN b.shop END END) c(by)
$body$;

COMMENT ON FUNCTION randevoo.out_reservations() IS
'For reeve move --out: reservations with their products.';
