CREATE OR REPLACE FUNCTION randevoo.heal_hours() RETURNS SETOF text
LANGUAGE plpgsql AS $body$
DECLARE
  next record;
BEGIN
  FOR next IN
    SELECT l.legacy_id, s.id AS store_id, l.hours, k.taken
    FROM randevoo.stores s
      CROSS JOIN LATERAL randevoo.legacy_period_shown(s.legacy_id) l
      LEFT JOIN randevoo.legacy_taken k ON k.kind = 'hours' AND k.legacy_id = l.legacy_id
    WHERE l.hours IS DISTINCT FROM k.taken
    ORDER BY s.id
  LOOP
    IF next.taken IS NOT NULL AND EXISTS (
      SELECT h.weekday, h.opens_at, h.closes_at FROM randevoo.store_hours h
      WHERE h.store_id = next.store_id
      EXCEPT SELECT t.weekday, t.opens_at, t.closes_at FROM randevoo.legacy_hours(next.taken) t)
    THEN
      RETURN NEXT format('store %s keeps its hours, which were set here', next.store_id);
      CONTINUE;
    END IF;
    INSERT INTO randevoo.store_hours (store_id, weekday, opens_at, closes_at)
    SELECT next.store_id, h.weekday, h.opens_at, h.closes_at
    FROM randevoo.legacy_hours(next.hours) h
    ON CONFLICT (store_id, weekday) DO UPDATE
      SET opens_at = excluded.opens_at, closes_at = excluded.closes_at;
    PERFORM randevoo.legacy_take('hours', next.legacy_id, next.store_id, next.hours);
  END LOOP;
END
$body$;

COMMENT ON FUNCTION randevoo.heal_hours() IS
'Part of heal: gives stores the hours that their businesses had. What was set here since stays.';
