CREATE OR REPLACE FUNCTION randevoo.legacy_items(products jsonb)
RETURNS TABLE(product text, size text, colour text, pieces numeric)
LANGUAGE sql IMMUTABLE AS $body$
  SELECT e.value ->> 'productId',
    left(btrim(coalesce(e.value #>> '{variant,size}', '')), 100),
    left(btrim(coalesce(e.value #>> '{variant,color}', e.value #>> '{variant,colour}', '')), 100),
    CASE WHEN jsonb_typeof(e.value #> '{variant,quantity}') = 'number'
      THEN greatest(floor((e.value #> '{variant,quantity}')::numeric), 1) ELSE 1 END
  FROM jsonb_array_elements(products) e(value)
  WHERE jsonb_typeof(e.value) = 'object' AND e.value ->> 'productId' <> ''
$body$;

COMMENT ON FUNCTION randevoo.legacy_items(jsonb) IS
'What was reserved, in an array of the former app: the former ids of products, with size, colour and
pieces.';
