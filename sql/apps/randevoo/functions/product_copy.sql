CREATE OR REPLACE FUNCTION randevoo.product_copy(
  owner bigint, product bigint, store bigint, at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  copied bigint;
BEGIN
  PERFORM randevoo.user_admit(owner, at), randevoo.product_owned(product, owner),
    randevoo.store_owned(store, owner);
  INSERT INTO randevoo.products
    (store_id, name, brand, description, category, collection, price, currency, sizes, colours,
     is_offered, hidden_until, created_at, updated_at)
  SELECT store, p.name, p.brand, p.description, p.category, p.collection, p.price, p.currency,
    p.sizes, p.colours, p.is_offered, p.hidden_until, at, at
  FROM randevoo.products p WHERE p.id = product
  RETURNING id INTO copied;
  INSERT INTO randevoo.product_variants (product_id, size, colour, stock)
  SELECT copied, v.size, v.colour, 0
  FROM randevoo.product_variants v WHERE v.product_id = product;
  INSERT INTO randevoo.product_photos (product_id, position, url)
  SELECT copied, f.position, f.url FROM randevoo.product_photos f WHERE f.product_id = product;
  INSERT INTO randevoo.variant_skus (variant_id, product_id, store_id, sku)
  SELECT v.id, copied, store, k.sku
  FROM randevoo.variant_skus k
    JOIN randevoo.product_variants o ON o.id = k.variant_id
    JOIN randevoo.product_variants v
      ON v.product_id = copied AND v.size = o.size AND v.colour = o.colour
  WHERE k.product_id = product
  ON CONFLICT (store_id, sku) DO NOTHING;
  RETURN copied;
END
$body$;

COMMENT ON FUNCTION randevoo.product_copy IS
'Lists a product at another store of the same owner, such as a branch, and returns the copy: with no
stock yet, and the words of the inventory system where that store has none of them. What hides the
original hides the copy. Calling it again makes another copy. RN003: product or store is
another''s.';

GRANT EXECUTE ON FUNCTION randevoo.product_copy TO randevoo_app;
