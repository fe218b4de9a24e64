CREATE OR REPLACE FUNCTION randevoo.legacy_period(
  business text, OUT slot_duration interval, OUT capacity integer, OUT booking_range_days integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp
AS $body$
  SELECT
    CASE WHEN p.slot_hours BETWEEN 0.1 AND 12
      THEN make_interval(mins => round(p.slot_hours * 60)::integer) END,
    CASE WHEN p.capacity BETWEEN 1 AND 100000 THEN round(p.capacity)::integer END,
    CASE WHEN d.days BETWEEN 1 AND 366 THEN round(d.days)::integer END
  FROM randevoo.legacy_period_shown(legacy_period.business) p
    CROSS JOIN LATERAL (SELECT p.range_value
      * CASE WHEN p.range_label ILIKE '%month%' THEN 30 ELSE 1 END) d(days)
$body$;

COMMENT ON FUNCTION randevoo.legacy_period(text) IS
'How long slots of a business of the former app are, how many customers they take, and for how many
days ahead; a month is 30. NULL where it says nothing that holds here.';

GRANT EXECUTE ON FUNCTION randevoo.legacy_period(text) TO reeve_access;
