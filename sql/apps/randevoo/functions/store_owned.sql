CREATE OR REPLACE FUNCTION randevoo.store_owned(store bigint, owner bigint) RETURNS void
LANGUAGE plpgsql AS $body$
DECLARE
  actual bigint := (SELECT s.owner_id FROM randevoo.stores s WHERE s.id = store);
BEGIN
  IF actual IS NULL THEN
    RAISE EXCEPTION 'there is no store %', store USING ERRCODE = 'RN001';
  END IF;
  IF actual IS DISTINCT FROM owner THEN
    RAISE EXCEPTION 'store % is not user %''s', store, coalesce(owner::text, 'nobody')
      USING ERRCODE = 'RN003';
  END IF;
END
$body$;

COMMENT ON FUNCTION randevoo.store_owned(bigint, bigint) IS
'Raises RN001 or RN003 unless the store exists and has that owner.';
