CREATE OR REPLACE FUNCTION randevoo.store_hours_set(
  owner bigint, store bigint, weekday integer, opens_at time, closes_at time) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.user_admit(owner, clock_timestamp()), randevoo.store_owned(store, owner);
  PERFORM randevoo.require(store_hours_set.opens_at < store_hours_set.closes_at
      OR num_nonnulls(store_hours_set.opens_at, store_hours_set.closes_at) = 0,
      'opens_at is before closes_at, or both are NULL'),
    randevoo.require(store_hours_set.weekday BETWEEN 1 AND 7,
      'weekday is 1 (Monday) to 7 (Sunday)');
  PERFORM FROM randevoo.stores s WHERE s.id = store FOR NO KEY UPDATE;
  UPDATE randevoo.store_hours h
  SET opens_at = store_hours_set.opens_at, closes_at = store_hours_set.closes_at
  WHERE h.store_id = store AND h.weekday = store_hours_set.weekday;
END
$body$;

COMMENT ON FUNCTION randevoo.store_hours_set IS
'Sets the hours of one weekday, 1 (Monday) to 7 (Sunday), in the store''s zone: opens_at before
closes_at, which may be 24:00, or both NULL: closed. Reservations made before stay as they are.';

GRANT EXECUTE ON FUNCTION randevoo.store_hours_set TO randevoo_app;
