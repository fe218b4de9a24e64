CREATE OR REPLACE FUNCTION randevoo.store_change(
  owner bigint, store bigint, name text, kind text, about text, city text, district text,
  latitude double precision, longitude double precision, slot_duration interval,
  capacity integer, booking_range_days integer, answer_deadline interval, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.user_admit(owner, at), randevoo.store_owned(store, owner);
  PERFORM randevoo.store_require(store_change.name, store_change.city, store_change.district,
      store_change.latitude, store_change.longitude, store_change.kind, store_change.about),
    randevoo.require(num_nulls(store_change.slot_duration, store_change.capacity,
      store_change.booking_range_days, store_change.answer_deadline) = 0,
      'slot_duration, capacity, booking_range_days and answer_deadline are all needed'),
    randevoo.store_settings_require(store_change.slot_duration, store_change.capacity,
      store_change.booking_range_days, store_change.answer_deadline);
  UPDATE randevoo.stores s SET name = store_change.name, kind = store_change.kind,
    about = store_change.about, city = store_change.city, district = store_change.district,
    latitude = store_change.latitude, longitude = store_change.longitude,
    slot_duration = store_change.slot_duration, capacity = store_change.capacity,
    booking_range_days = store_change.booking_range_days,
    answer_deadline = store_change.answer_deadline
  WHERE s.id = store;
END
$body$;

COMMENT ON FUNCTION randevoo.store_change IS
'A store''s settings, all as they shall be: none may be left out, but district, and latitude and
longitude together, may be NULL. Not its zone, which its hours and past slots are in. The limits are
those of store_open; answer_deadline: 1 hour to 60 days. Reservations that are off the new grid are
listed (reservation_off_grid); less capacity ends none.';

GRANT EXECUTE ON FUNCTION randevoo.store_change TO randevoo_app;
