CREATE OR REPLACE FUNCTION reeve.catalog_bind(expression text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    regexp_replace(expression, E'\\$into\\y', '$6', 'g'), E'\\$at\\y', '$2', 'g'),
    E'\\$until\\y', '$3', 'g'), E'\\$grace\\y', '$4', 'g'), E'\\$keys\\y', '$1', 'g'),
    E'\\$reason\\y', '$6', 'g')
$$;

COMMENT ON FUNCTION reeve.catalog_bind(text) IS
  'Names of parameters ($keys, $at, $until, $grace, $reason, $into) as the positions that '
  'app_select binds. A merge has no public reason: $into, the key of the account that stays, has '
  'its position.';
