CREATE OR REPLACE FUNCTION buckit.legacy_date(shown text) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $body$
DECLARE
  -- A narrow space before AM, by newer phones. To capture the parts would take ten times as long.
  p text[] := CASE WHEN shown ~
      E'^[A-Z][a-z]{2} \\d{1,2}, \\d{4},?(?: at)? \\d{1,2}:\\d{2}(?:[ \u202f][AP]M)?$'
    THEN array_remove(array_remove(
      string_to_array(translate(shown, E',:\u202f', '   '), ' '), ''), 'at') END;
  month int := array_position('{Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec}', p[1]);
  day int := p[2];
  year int := p[3];
  hour int := CASE WHEN p[6] IS NULL THEN p[4]::int
    ELSE p[4]::int % 12 + CASE p[6] WHEN 'PM' THEN 12 ELSE 0 END END;
  minute int := p[5];
BEGIN
  -- Looked at first: a block that catches the error would be a subtransaction for each record.
  RETURN CASE WHEN year > 0 AND day > 0 AND hour < 24 AND minute < 60
      AND day <= extract(day FROM make_date(year, month, 1) + interval '1 month - 1 day')
    THEN make_timestamptz(year, month, day, hour, minute, 0, 'UTC') END;
END
$body$;

COMMENT ON FUNCTION buckit.legacy_date(text) IS
'The time, taken as UTC, of a date as an English phone displayed it: “Apr 18, 2018 at 6:30 PM”, or
“18:30”. NULL for any other text, such as the placeholder 00/00/0000.';

GRANT EXECUTE ON FUNCTION buckit.legacy_date(text) TO reeve_access;
