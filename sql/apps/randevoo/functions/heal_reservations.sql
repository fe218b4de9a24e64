CREATE OR REPLACE FUNCTION randevoo.heal_reservations() RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  -- The former app has told both sides: what triggers tell from here on is taken back.
  heard bigint := coalesce((SELECT max(n.id) FROM randevoo.notifications n), 0);
BEGIN
  DELETE FROM randevoo.legacy_reservations l
  USING randevoo.users u WHERE u.id = l.customer_id AND u.is_erased;
  DELETE FROM randevoo.legacy_reservations l
  USING randevoo.stores s JOIN randevoo.users u ON u.id = s.owner_id AND u.is_erased
  WHERE s.id = l.store_id;
  -- Sizes and colours that were reserved and that the product no longer comes in.
  INSERT INTO randevoo.product_variants (product_id, size, colour, stock)
  SELECT DISTINCT p.id, i.size, i.colour, 0
  FROM randevoo.legacy_reservations l
    CROSS JOIN LATERAL randevoo.legacy_items(l.products) i
    JOIN randevoo.products p ON p.legacy_id = i.product AND p.store_id = l.store_id
  WHERE NOT EXISTS (SELECT FROM randevoo.reservations r WHERE r.legacy_id = l.legacy_id)
  ON CONFLICT (product_id, size, colour) DO NOTHING;
  RETURN QUERY SELECT * FROM randevoo.heal_history();
  RETURN QUERY SELECT * FROM randevoo.heal_live();
  RETURN QUERY SELECT * FROM randevoo.heal_states();
  DELETE FROM randevoo.notifications n USING randevoo.legacy_taken k
  WHERE n.id > heard AND n.legacy_id IS NULL
    AND k.kind = 'reservation' AND k.row_id = n.reservation_id;
  RETURN QUERY SELECT * FROM randevoo.heal_reservations_told();
END
$body$;

COMMENT ON FUNCTION randevoo.heal_reservations() IS
'After an import of reservations: makes reservations of documents and timeslots, and brings those up
to date whose state nobody has changed here since; what it found is returned, a line each. Nobody is
notified.';
