CREATE TEMPORARY TABLE sample_reserved AS
SELECT i.variant_id, sum(i.quantity)::integer AS reserved
FROM sample_reservation r JOIN randevoo.reservation_items i ON i.reservation_id = r.id
WHERE coalesce(r.last_state, r.first_state) IN ('pending', 'approved')
GROUP BY i.variant_id;

CREATE UNIQUE INDEX ON sample_reserved (variant_id);

ANALYZE sample_reserved;
