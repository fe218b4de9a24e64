CREATE OR REPLACE FUNCTION randevoo.stock_fits(variants bigint[]) RETURNS void
LANGUAGE plpgsql AS $body$
DECLARE
  bad bigint := (SELECT v FROM unnest(variants) v WHERE randevoo.variant_free(v) < 0 LIMIT 1);
BEGIN
  IF bad IS NOT NULL THEN
    RAISE EXCEPTION 'not enough stock of variant %', bad USING ERRCODE = 'RN008';
  END IF;
END
$body$;

COMMENT ON FUNCTION randevoo.stock_fits(bigint[]) IS
'Raises RN008 if reservations hold more pieces of one of these variants than there are.';
