CREATE OR REPLACE FUNCTION sotravel.out_members() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT ARRAY[sotravel.legacy_number(t.legacy_id)::text],
    jsonb_agg(u.legacy_id ORDER BY u.legacy_id COLLATE "C")
  FROM sotravel.trip_members m
    JOIN sotravel.trips t ON t.id = m.trip_id
    JOIN sotravel.users u ON u.id = m.user_id AND u.legacy_digest IS DISTINCT FROM 'erased'
  GROUP BY t.id
$body$;

COMMENT ON FUNCTION sotravel.out_members() IS
'For reeve move --out: who is on which trip.';
