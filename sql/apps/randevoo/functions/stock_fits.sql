CREATE OR REPLACE FUNCTION randevoo.stock_fits(variants bigint[]) RETURNS void
LANGUAGE plpgsql AS $body$
DECLARE
  bad record;
BEGIN
  SELECT v.id, v.stock, sum(i.quantity) AS reserved INTO bad
  FROM randevoo.reservation_items i
    JOIN randevoo.reservations r ON r.id = i.reservation_id
    JOIN randevoo.product_variants v ON v.id = i.variant_id
  WHERE i.variant_id = ANY (variants) AND r.state IN ('pending', 'approved')
  GROUP BY v.id
  HAVING sum(i.quantity) > v.stock
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'not enough stock of variant %', bad.id USING ERRCODE = 'RN008',
      DETAIL = format('%s would be reserved of %s.', bad.reserved, bad.stock);
  END IF;
END
$body$;

COMMENT ON FUNCTION randevoo.stock_fits(bigint[]) IS
'Raises RN008 if reservations hold more pieces of one of these variants than there are.';
