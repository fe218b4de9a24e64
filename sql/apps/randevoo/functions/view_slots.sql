CREATE OR REPLACE FUNCTION randevoo.view_slots(key text, day text DEFAULT NULL)
RETURNS TABLE (starts text, ends text, state text, taken bigint, capacity integer,
  reservations text)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, randevoo, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO' AS
$body$
DECLARE
  moment timestamptz := clock_timestamp();
  zone text := (SELECT s.time_zone FROM randevoo.stores s WHERE s.id::text = view_slots.key);
  chosen date := (moment AT TIME ZONE zone)::date;
BEGIN
  IF zone IS NULL THEN
    RAISE EXCEPTION 'there is no store %', view_slots.key USING ERRCODE = 'RN001';
  END IF;
  CASE
    WHEN coalesce(view_slots.day, '') IN ('', 'today') THEN
      NULL;
    WHEN view_slots.day = 'tomorrow' THEN
      chosen := chosen + 1;
    WHEN view_slots.day = 'yesterday' THEN
      chosen := chosen - 1;
    WHEN view_slots.day ~ '^[+-][0-9]{1,4}$' THEN
      chosen := chosen + view_slots.day::integer;
    WHEN view_slots.day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN
      BEGIN
        chosen := view_slots.day::date;
      EXCEPTION WHEN datetime_field_overflow THEN
        RAISE EXCEPTION 'there is no day %', view_slots.day USING ERRCODE = 'RN012';
      END;
    ELSE
      RAISE EXCEPTION 'a day is 2026-11-21, today, tomorrow, yesterday or +3'
        USING ERRCODE = 'RN012';
  END CASE;
  RETURN QUERY
    SELECT to_char(d.slot_start AT TIME ZONE zone, 'YYYY-MM-DD HH24:MI'),
      to_char(d.slot_end AT TIME ZONE zone, 'HH24:MI'),
      d.state, d.taken, d.capacity, d.reservations
    FROM randevoo.store_day(view_slots.key::bigint, chosen, moment) d;
END
$body$;

COMMENT ON FUNCTION randevoo.view_slots(text, text) IS
'For the back office: a store''s day, in the store''s own time. The day is a date, today (or NULL),
tomorrow, yesterday, +n or -n.';
