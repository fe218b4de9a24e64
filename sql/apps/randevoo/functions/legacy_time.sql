CREATE OR REPLACE FUNCTION randevoo.legacy_time(written text) RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE AS $body$
  SELECT CASE
    WHEN written ~ ('^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d'
      '(:[0-5]\d([.]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?$')
    THEN CASE WHEN substr(written, 9, 2)::integer <= extract(day FROM
        (left(written, 8) || '01')::date + interval '1 month - 1 day')
      THEN (written || CASE WHEN written ~ '(Z|[+-]\d\d(:?\d\d)?)$' THEN '' ELSE 'Z' END)
        ::timestamptz END
    WHEN written ~ '^\d{12,13}([.]\d+)?$' THEN to_timestamp(written::numeric / 1000) END
$body$;

COMMENT ON FUNCTION randevoo.legacy_time(text) IS
'When something happened, by a text of the former app, ISO 8601, in UTC unless it says; or by
milliseconds since 1970. NULL for any other text, such as the empty one for not yet.';

GRANT EXECUTE ON FUNCTION randevoo.legacy_time(text) TO reeve_access;
