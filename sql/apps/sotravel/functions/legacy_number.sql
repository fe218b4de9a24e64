CREATE OR REPLACE FUNCTION sotravel.legacy_number(legacy_id text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
  SELECT CASE WHEN legacy_id ~ '^-?[0-9]{1,18}$' THEN legacy_id::bigint
    ELSE ('x' || left(md5(legacy_id), 12))::bit(48)::bigint END
$body$;

COMMENT ON FUNCTION sotravel.legacy_number(text) IS
'The number by which the former app knows a trip or an event: its own, or one of 48 bits made of the
random id of what came since.';
