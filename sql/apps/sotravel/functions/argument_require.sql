CREATE OR REPLACE FUNCTION sotravel.argument_require(argument text, is_right boolean, takes text)
RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  IF is_right IS NOT TRUE THEN
    RAISE EXCEPTION '% takes %', argument, takes USING ERRCODE = 'ST007';
  END IF;
END
$body$;

COMMENT ON FUNCTION sotravel.argument_require(text, boolean, text) IS
'Raises ST007 with what an argument takes unless it is right. The message does not repeat what was
passed.';
