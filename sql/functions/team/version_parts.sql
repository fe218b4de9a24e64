CREATE OR REPLACE FUNCTION reeve.version_parts(version text) RETURNS bigint[]
LANGUAGE sql IMMUTABLE
RETURN string_to_array(regexp_replace((regexp_match(left(version, 80),
  E'^\\s*v?(\\d{1,18}(?:\\.\\d{1,18})*)'))[1], E'(\\.0+)+$', ''), '.')::bigint[];

COMMENT ON FUNCTION reeve.version_parts(text) IS
  'The numbers that a version of an app begins with, to compare versions by: 2.10.1 as {2,10,1}, '
  '2.4.0 and 2.4 (331) as {2,4}. NULL: it begins with none.';
