CREATE OR REPLACE FUNCTION lode.file_time(said text) RETURNS timestamptz
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $body$
  SELECT CASE WHEN said ~ '^[-+0-9.eE]+$' THEN to_timestamp(said::numeric + 978307200)
    ELSE said::timestamptz END
$body$;

COMMENT ON FUNCTION lode.file_time(text) IS
'A time as a store has it: seconds since 2001, or a time with its zone.';

GRANT EXECUTE ON FUNCTION lode.file_time(text) TO reeve_access;
