CREATE OR REPLACE FUNCTION randevoo.store_hours_set(
  owner bigint, store bigint, weekday integer, opens_at time, closes_at time) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
#variable_conflict use_column
BEGIN
  PERFORM randevoo.store_owned(store, owner);
  PERFORM randevoo.user_admit(owner, clock_timestamp());
  IF (store_hours_set.opens_at IS NULL) <> (store_hours_set.closes_at IS NULL)
    OR store_hours_set.opens_at >= store_hours_set.closes_at
  THEN
    RAISE EXCEPTION 'a day opens before it closes, or has neither time' USING ERRCODE = 'RN012';
  END IF;
  PERFORM FROM randevoo.stores s WHERE s.id = store FOR NO KEY UPDATE;
  UPDATE randevoo.store_hours h
  SET opens_at = store_hours_set.opens_at, closes_at = store_hours_set.closes_at
  WHERE h.store_id = store AND h.weekday = store_hours_set.weekday;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no weekday %', store_hours_set.weekday
      USING ERRCODE = 'RN012', HINT = 'Weekdays are 1 (Monday) to 7 (Sunday).';
  END IF;
END
$body$;

COMMENT ON FUNCTION randevoo.store_hours_set IS
'Sets the hours of one ISO weekday, both NULL = closed. Reservations made before stay as they are.';

GRANT EXECUTE ON FUNCTION randevoo.store_hours_set TO randevoo_app;
