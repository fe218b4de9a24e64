CREATE OR REPLACE FUNCTION randevoo.heal_reservations_told() RETURNS SETOF text
LANGUAGE sql STABLE AS $body$
  WITH w AS MATERIALIZED (SELECT * FROM randevoo.legacy_reservation_wanted())
  SELECT format('reservations whose timeslot is not there or makes no sense: %s, such as %s',
    count(*), min(w.legacy_id))
  FROM w
  WHERE w.reservation_id IS NULL
    AND (w.ends > w.starts AND w.ends <= w.starts + interval '12 hours') IS NOT TRUE
  HAVING count(*) > 0
  UNION ALL
  SELECT format('reservations that nobody had ended in time, expired now: %s', count(*))
  FROM w WHERE w.state = 'expired' AND w.reservation_id IS NOT NULL HAVING count(*) > 0
  UNION ALL
  SELECT format('products of reservations that are not there or not the store''s: %s, such as %s',
    count(*), min(i.product))
  FROM w CROSS JOIN LATERAL randevoo.legacy_items(w.products) i
    LEFT JOIN randevoo.products p ON p.legacy_id = i.product AND p.store_id = w.store_id
  WHERE p.id IS NULL HAVING count(*) > 0
  UNION ALL
  SELECT format('reservations of what a shop no longer has in that size and colour: %s, such as of '
    'product %s', count(*), min(v.product_id))
  FROM randevoo.reservation_items o
    JOIN randevoo.legacy_taken k ON k.kind = 'reservation' AND k.row_id = o.reservation_id
    JOIN randevoo.product_variants v ON v.id = o.variant_id
    JOIN randevoo.products p ON p.id = v.product_id
    JOIN randevoo.legacy_products d ON d.legacy_id = p.legacy_id
  WHERE NOT EXISTS (SELECT FROM randevoo.legacy_variants(d.variants) x
    WHERE x.size = v.size AND x.colour = v.colour)
  HAVING count(*) > 0
$body$;

COMMENT ON FUNCTION randevoo.heal_reservations_told() IS
'Part of heal_reservations: which could not be made, and of which something is missing.';
