CREATE OR REPLACE FUNCTION randevoo.out_periods() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT ARRAY['bizPeriods', i.key], jsonb_build_object('id', i.key, 'businessId', k.key,
    'bizHours', coalesce((
      SELECT jsonb_agg(jsonb_build_object(
        'dateLabel', ('{MON,TUE,WED,THU,FRI,SAT,SUN}'::text[])[h.weekday],
        'openTime', coalesce(to_char(h.opens_at, 'HH24:MI'), ''),
        'closeTime', coalesce(to_char(h.closes_at, 'HH24:MI'), ''),
        'isActive', h.opens_at IS NOT NULL) ORDER BY h.weekday % 7)
      FROM randevoo.store_hours h WHERE h.store_id = s.id), '[]'),
    'bizRange', CASE WHEN s.booking_range_days IN (30, 60, 90)
      THEN jsonb_build_object('value', s.booking_range_days / 30, 'label',
        ('{One Month,Two Months,Three Months}'::text[])[s.booking_range_days / 30])
      ELSE jsonb_build_object('value', s.booking_range_days, 'label',
        CASE s.booking_range_days WHEN 7 THEN 'One Week' WHEN 14 THEN 'Two Weeks'
          WHEN 21 THEN 'Three Weeks' ELSE s.booking_range_days || ' Days' END) END,
    'bizTimeslot', jsonb_build_object('value', t.hours, 'label', t.hours || ' Hours'),
    'bizAvailability', jsonb_build_object('value', s.capacity, 'label', s.capacity
      || CASE s.capacity WHEN 1 THEN ' Time' ELSE ' Times' END))
  FROM randevoo.stores s
    JOIN randevoo.legacy_shops() k ON k.id = s.id
    LEFT JOIN LATERAL randevoo.legacy_period_shown(s.legacy_id) l ON TRUE
    CROSS JOIN LATERAL (SELECT coalesce(l.legacy_id, left(md5('bizPeriods/' || k.key), 20))
      AS key) i
    CROSS JOIN LATERAL (SELECT trim_scale(round(extract(epoch FROM s.slot_duration) / 3600, 6))
      AS hours) t
$body$;

COMMENT ON FUNCTION randevoo.out_periods() IS
'For reeve move --out: when stores take customers and how many, by documents of bizPeriods.';
