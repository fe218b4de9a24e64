CREATE OR REPLACE FUNCTION randevoo.legacy_reserved()
RETURNS TABLE(reservation_id bigint, state text, variant_id bigint, product_id bigint,
  quantity integer, is_there boolean)
LANGUAGE sql STABLE AS $body$
  SELECT r.id, r.state, v.id, v.product_id, least(sum(i.pieces), 1000)::integer,
    EXISTS (SELECT FROM randevoo.reservation_items o WHERE o.reservation_id = r.id)
  FROM randevoo.legacy_reservations l
    JOIN randevoo.reservations r ON r.legacy_id = l.legacy_id
    CROSS JOIN LATERAL randevoo.legacy_items(l.products) i
    JOIN randevoo.products p ON p.legacy_id = i.product AND p.store_id = l.store_id
    JOIN randevoo.product_variants v
      ON v.product_id = p.id AND v.size = i.size AND v.colour = i.colour
  GROUP BY r.id, v.id
$body$;

COMMENT ON FUNCTION randevoo.legacy_reserved() IS
'What imported reservations are for by their documents, of their stores'' products. is_there: the
reservation has products already.';
