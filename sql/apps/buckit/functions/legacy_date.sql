CREATE OR REPLACE FUNCTION buckit.legacy_date(shown text) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $body$
DECLARE
  -- A narrow space before AM, by newer phones.
  p text[] := regexp_match(shown,
    E'^([A-Z][a-z]{2}) (\\d{1,2}), (\\d{4}),?(?: at)? (\\d{1,2}):(\\d{2})(?:[ \u202f]([AP])M)?$');
BEGIN
  RETURN make_timestamptz(p[3]::int,
    array_position('{Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec}', p[1]), p[2]::int,
    CASE WHEN p[6] IS NULL THEN p[4]::int ELSE p[4]::int % 12 + CASE p[6] WHEN 'P' THEN 12 ELSE 0
      END END, p[5]::int, 0, 'UTC');
EXCEPTION WHEN datetime_field_overflow THEN
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION buckit.legacy_date(text) IS
'The time, taken as UTC, of a date as an English phone displayed it: “Apr 18, 2018 at 6:30 PM”, or
“18:30”. NULL for any other text, such as the placeholder 00/00/0000.';

GRANT EXECUTE ON FUNCTION buckit.legacy_date(text) TO reeve_access;
