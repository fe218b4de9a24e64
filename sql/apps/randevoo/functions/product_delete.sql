CREATE OR REPLACE FUNCTION randevoo.product_delete(owner bigint, product bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  ended bigint[];
BEGIN
  PERFORM randevoo.user_admit(owner, at), randevoo.product_owned(product, owner);
  -- Booking locks the store as well: nobody books it between.
  PERFORM FROM randevoo.stores s
  WHERE s.id = (SELECT p.store_id FROM randevoo.products p WHERE p.id = product)
  FOR NO KEY UPDATE;
  UPDATE randevoo.products p SET deleted_at = at WHERE p.id = product;
  DELETE FROM randevoo.bag_items b USING randevoo.product_variants v
  WHERE v.product_id = product AND b.variant_id = v.id;
  DELETE FROM randevoo.favourites f WHERE f.product_id = product;
  ended := ARRAY(
    SELECT r.id FROM randevoo.reservations r
    WHERE r.state IN ('pending', 'held')
      AND r.id IN (SELECT i.reservation_id FROM randevoo.reservation_items i
        WHERE i.product_id = product)
      AND NOT EXISTS (
        SELECT FROM randevoo.reservation_items i JOIN randevoo.products p ON p.id = i.product_id
        WHERE i.reservation_id = r.id AND p.deleted_at IS NULL
          AND (p.hidden_until > at) IS NOT TRUE)
    ORDER BY r.id FOR NO KEY UPDATE);
  UPDATE randevoo.reservations r SET state = 'cancelled', held_until = NULL, state_at = at,
    state_reason = 'the store no longer offers what it was for'
  WHERE r.id = ANY (ended);
  -- The trigger tells the store, as when a customer cancels.
  INSERT INTO randevoo.notifications (user_id, kind, reservation_id, created_at)
  SELECT r.customer_id, 'reservation_cancelled', r.id, at FROM randevoo.reservations r
  WHERE r.id = ANY (ended)
  EXCEPT ALL
  SELECT n.user_id, n.kind, n.reservation_id, n.created_at FROM randevoo.notifications n
  WHERE n.reservation_id = ANY (ended);
END
$body$;

COMMENT ON FUNCTION randevoo.product_delete IS
'An owner''s deletion of a product, which cannot be undone. It leaves listings, bags and favourites
at once, and pending reservations; one whose last product goes is cancelled, its stock and place are
free, and the customer is told. Approved reservations keep it: nobody changes those but an admin.
RN001 also if it is deleted already.';

GRANT EXECUTE ON FUNCTION randevoo.product_delete TO randevoo_app;
