CREATE OR REPLACE FUNCTION randevoo.out_timeslots() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT ARRAY['timeslots', b.timeslot], jsonb_build_object('id', b.timeslot,
    'businessId', b.shop, 'userId', b.customer, 'date', to_char(t.starts, 'YYYY-MM-DD'),
    'time', format('%s - %s:%s', to_char(t.starts, 'FMHH24:MI'),
      floor(extract(epoch FROM t.ends - date_trunc('day', t.starts)) / 3600),
      to_char(t.ends, 'MI')),
    'isApproved', b.status IN ('Approved', 'Completed', 'Failed'))
  FROM randevoo.legacy_booked() b
    JOIN randevoo.reservations r ON r.id = b.id
    JOIN randevoo.stores s ON s.id = r.store_id
    CROSS JOIN LATERAL (SELECT r.slot_start AT TIME ZONE s.time_zone,
      r.slot_end AT TIME ZONE s.time_zone) t(starts, ends)
$body$;

COMMENT ON FUNCTION randevoo.out_timeslots() IS
'For reeve move --out: when reservations are, by the clock of the store.';
