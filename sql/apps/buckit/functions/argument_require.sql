CREATE OR REPLACE FUNCTION buckit.argument_require(argument text, is_right boolean, takes text)
RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  IF is_right IS NOT TRUE THEN
    RAISE EXCEPTION '% takes %', argument, takes USING ERRCODE = 'BK007';
  END IF;
END
$body$;

COMMENT ON FUNCTION buckit.argument_require(text, boolean, text) IS
'Raises BK007 with what an argument takes unless it is right. The message does not repeat what was
passed.';
