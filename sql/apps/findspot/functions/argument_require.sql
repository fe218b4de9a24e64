CREATE OR REPLACE FUNCTION findspot.argument_require(argument text, is_right boolean, takes text)
RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  IF is_right IS NOT TRUE THEN
    RAISE EXCEPTION '% takes %', argument, takes USING ERRCODE = 'FS005';
  END IF;
END
$body$;

COMMENT ON FUNCTION findspot.argument_require(text, boolean, text) IS
'Raises FS005 with what an argument takes unless it is right. The message does not repeat what was
passed.';
