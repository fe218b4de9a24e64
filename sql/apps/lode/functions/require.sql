CREATE OR REPLACE FUNCTION lode.require(ok boolean, what text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  IF ok IS NOT TRUE THEN
    RAISE EXCEPTION '%', what USING ERRCODE = 'LD002';
  END IF;
  RETURN TRUE;
END
$body$;

COMMENT ON FUNCTION lode.require(boolean, text) IS
'Raises LD002, saying what an argument takes, unless it is ok. So no constraint answers a client,
which would show it a row.';
