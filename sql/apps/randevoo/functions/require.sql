CREATE OR REPLACE FUNCTION randevoo.require(ok boolean, what text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $body$
BEGIN
  IF ok IS NOT TRUE THEN
    RAISE EXCEPTION '%', what USING ERRCODE = 'RN012';
  END IF;
  RETURN TRUE;
END
$body$;

COMMENT ON FUNCTION randevoo.require(boolean, text) IS
'Part of the others: raises RN012, saying what an argument takes, unless it is ok. So no constraint
answers a client, which would show it a row.';

-- By the reads that run as the app's login, too.
GRANT EXECUTE ON FUNCTION randevoo.require(boolean, text) TO randevoo_app;
