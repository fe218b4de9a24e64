CREATE OR REPLACE FUNCTION randevoo.legacy_variants(variants jsonb)
RETURNS TABLE(size text, colour text, pieces integer, place bigint)
LANGUAGE sql IMMUTABLE AS $body$
  SELECT v.size, v.colour, max(v.pieces)::integer, min(v.place)
  FROM (
    SELECT left(btrim(coalesce(e.value ->> 'size', '')), 100) AS size,
      left(btrim(coalesce(e.value ->> 'color', e.value ->> 'colour', '')), 100) AS colour,
      CASE WHEN jsonb_typeof(e.value -> 'quantity') = 'number'
        THEN least(greatest(floor((e.value -> 'quantity')::numeric), 0), 1000000) ELSE 0 END
        AS pieces, e.place
    FROM jsonb_array_elements(variants) WITH ORDINALITY e(value, place)
    WHERE jsonb_typeof(e.value) = 'object') v
  GROUP BY v.size, v.colour
$body$;

COMMENT ON FUNCTION randevoo.legacy_variants(jsonb) IS
'Sizes and colours of a product in an array of the former app, each once, with how many pieces there
are, and where it stands first, from 1.';
