CREATE OR REPLACE FUNCTION randevoo.store_open(
  owner bigint, name text, kind text, about text, city text, district text,
  latitude double precision, longitude double precision, time_zone text,
  slot_duration interval, capacity integer, booking_range_days integer, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  store bigint;
BEGIN
  PERFORM randevoo.user_admit(owner, at),
    randevoo.store_require(store_open.name, store_open.city, store_open.district,
      store_open.latitude, store_open.longitude, store_open.kind, store_open.about),
    randevoo.store_settings_require(store_open.slot_duration, store_open.capacity,
      store_open.booking_range_days),
    randevoo.zone_require(store_open.time_zone);
  INSERT INTO randevoo.stores
    (owner_id, name, kind, about, city, district, latitude, longitude, time_zone, created_at,
     updated_at)
  VALUES
    (owner, store_open.name, store_open.kind, store_open.about, store_open.city,
     store_open.district, store_open.latitude, store_open.longitude, store_open.time_zone, at, at)
  RETURNING id INTO store;
  UPDATE randevoo.stores s SET slot_duration = coalesce(store_open.slot_duration, s.slot_duration),
    capacity = coalesce(store_open.capacity, s.capacity),
    booking_range_days = coalesce(store_open.booking_range_days, s.booking_range_days)
  WHERE s.id = store AND num_nonnulls(store_open.slot_duration, store_open.capacity,
    store_open.booking_range_days) > 0;
  RETURN store;
END
$body$;

COMMENT ON FUNCTION randevoo.store_open IS
'Opens a store and returns it; its owner is of kind business from then on. name and city: 1 to 200
characters; kind: 1 to 100, such as boutique; about: up to 10000, '''' for none; district: up to
200, or NULL; latitude and longitude: degrees, or both NULL; time_zone: one of time_zones;
slot_duration: whole minutes, 5 minutes to 12 hours, NULL: 1 hour; capacity: customers in a slot at
once, 1 to 100000, NULL: 1; booking_range_days: 1 to 366, NULL: 30. It opens from 10:00 to 19:00,
closed on Sunday, and answers within 48 hours, until store_hours_set and store_change. Calling it
again opens another.';

GRANT EXECUTE ON FUNCTION randevoo.store_open TO randevoo_app;
