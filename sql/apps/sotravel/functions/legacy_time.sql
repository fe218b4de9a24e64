CREATE OR REPLACE FUNCTION sotravel.legacy_time(shown text) RETURNS time
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $body$
DECLARE
  p text[] := regexp_match(shown, '(\d{1,2})[:.](\d{2})');
  hour int := p[1]::int;
  is_afternoon boolean := shown ~* 'p\.?\s?m|下午|午後|오후';
BEGIN
  IF is_afternoon OR shown ~* 'a\.?\s?m|上午|午前|오전' THEN
    hour := hour % 12 + CASE WHEN is_afternoon THEN 12 ELSE 0 END;
  END IF;
  RETURN make_time(hour, p[2]::int, 0);
EXCEPTION WHEN datetime_field_overflow THEN
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION sotravel.legacy_time(text) IS
'The time of day that a phone displayed: “7:30 PM”, “19:30”, or in the words of some other
languages. NULL for any other text.';

GRANT EXECUTE ON FUNCTION sotravel.legacy_time(text) TO reeve_access;
