CREATE OR REPLACE FUNCTION reeve.cipher_place(c reeve.collection, field text, content jsonb)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT string_agg(replace(replace(coalesce(v.value, ''), '%', '%25'), '/', '%2F'), '/'
    ORDER BY v.place)
  FROM reeve.app a
  CROSS JOIN LATERAL (
    SELECT f.value, f.place
    FROM unnest(ARRAY[c.app, c.name, field]) WITH ORDINALITY f(value, place)
    UNION ALL
    SELECT content ->> b.name, 3 + b.place
    FROM unnest(reeve.catalog_columns(
      a.manifest #> ARRAY['collections', c.name, 'encrypted', 'bind'])) WITH ORDINALITY
      b(name, place)) v(value, place)
  WHERE a.app = c.app AND field = ANY (reeve.cipher_columns(c))
$$;

COMMENT ON FUNCTION reeve.cipher_place(reeve.collection, text, jsonb) IS
  'Returns the location to which an encrypted text of a row is bound: app/collection/column, and '
  'the row''s values in the columns under bind, with % as %25 and / as %2F. NULL if the column is '
  'not encrypted.';
