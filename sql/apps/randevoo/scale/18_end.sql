-- Identities go on after the ids given above.
SELECT setval(pg_get_serial_sequence('randevoo.' || t.name, 'id'), greatest(1, t.last)) FROM (
  SELECT 'users' AS name, max(id) AS last FROM randevoo.users
  UNION ALL SELECT 'stores', max(id) FROM randevoo.stores
  UNION ALL SELECT 'store_policies', max(id) FROM randevoo.store_policies
  UNION ALL SELECT 'products', max(id) FROM randevoo.products
  UNION ALL SELECT 'product_variants', max(id) FROM randevoo.product_variants
  UNION ALL SELECT 'reservations', max(id) FROM randevoo.reservations
  UNION ALL SELECT 'reservation_state_history', max(id) FROM randevoo.reservation_state_history
  UNION ALL SELECT 'notifications', max(id) FROM randevoo.notifications) t;

DROP FUNCTION pg_temp.part(bigint);

DROP FUNCTION pg_temp.is_blocked(bigint, bigint);

DROP TABLE sample_reserved, sample_reservation, sample_shelf, sample_wish, sample_product,
  sample_owner, sample_store, sample, sample_city, sample_language;

DROP FUNCTION pg_temp.pick_from(text[], bigint, bigint);

DROP FUNCTION pg_temp.pick(bigint, bigint, integer);
