CREATE OR REPLACE FUNCTION randevoo.heal_item(
  reservation bigint, variant bigint, product bigint, quantity integer) RETURNS SETOF text
LANGUAGE plpgsql AS $body$
BEGIN
  INSERT INTO randevoo.reservation_items (reservation_id, variant_id, product_id, quantity)
  VALUES (reservation, variant, product, heal_item.quantity);
EXCEPTION WHEN SQLSTATE 'RN008' THEN
  RETURN NEXT format('reservation %s is without product %s, of which there are not enough pieces',
    reservation, product);
END
$body$;

COMMENT ON FUNCTION randevoo.heal_item(bigint, bigint, bigint, integer) IS
'Part of heal_reservations: adds what was reserved, as far as there are pieces.';
