CREATE OR REPLACE FUNCTION randevoo.heal_product(document text, product bigint, image jsonb)
RETURNS void LANGUAGE plpgsql AS $body$
DECLARE
  variants jsonb := (SELECT l.variants FROM randevoo.legacy_products l
    WHERE l.legacy_id = document);
BEGIN
  UPDATE randevoo.products p
  SET name = image ->> 'name', description = image ->> 'description',
    category = image ->> 'category', collection = image ->> 'collection',
    price = (image ->> 'price')::numeric, is_offered = (image ->> 'offered')::boolean,
    deleted_at = CASE WHEN (image ->> 'gone')::boolean THEN coalesce(p.deleted_at, now()) END,
    sizes = ARRAY(SELECT v.size FROM randevoo.legacy_variants(variants) v WHERE v.size <> ''
      GROUP BY v.size ORDER BY min(v.place)),
    colours = ARRAY(SELECT v.colour FROM randevoo.legacy_variants(variants) v WHERE v.colour <> ''
      GROUP BY v.colour ORDER BY min(v.place))
  WHERE p.id = product;
  INSERT INTO randevoo.product_variants (product_id, size, colour, stock)
  SELECT product, v.size, v.colour, v.pieces FROM randevoo.legacy_variants(variants) v
  ORDER BY v.place
  ON CONFLICT (product_id, size, colour) DO UPDATE SET stock = excluded.stock;
  UPDATE randevoo.product_variants o SET stock = 0
  WHERE o.product_id = product AND o.stock > 0 AND NOT EXISTS (
    SELECT FROM randevoo.legacy_variants(variants) v
    WHERE v.size = o.size AND v.colour = o.colour);
  DELETE FROM randevoo.product_photos f WHERE f.product_id = product;
  INSERT INTO randevoo.product_photos (product_id, position, url)
  SELECT product, f.place, f.url
  FROM jsonb_array_elements_text(image -> 'photos') WITH ORDINALITY f(url, place);
END
$body$;

COMMENT ON FUNCTION randevoo.heal_product(text, bigint, jsonb) IS
'Part of heal_products: writes one product, by its document and the image that it shall have. A size
and colour that it no longer comes in stays, without pieces, for the reservations that name it.';
