CREATE OR REPLACE FUNCTION randevoo.product_list(
  owner bigint, store bigint, name text, brand text, description text, category text,
  price numeric, currency text, sizes text[], colours text[], stock integer, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  product bigint;
BEGIN
  PERFORM randevoo.user_admit(owner, at), randevoo.store_owned(store, owner);
  PERFORM randevoo.product_require(product_list.name, product_list.brand,
      product_list.description, product_list.category, NULL, product_list.price,
      product_list.currency),
    randevoo.kinds_require(product_list.sizes, 'sizes'),
    randevoo.kinds_require(product_list.colours, 'colours'),
    randevoo.require(product_list.stock >= 0, 'stock is 0 or more');
  INSERT INTO randevoo.products
    (store_id, name, brand, description, category, price, currency, sizes, colours,
     created_at, updated_at)
  VALUES
    (store, product_list.name, product_list.brand, product_list.description,
     product_list.category, product_list.price, product_list.currency,
     coalesce(product_list.sizes, '{}'), coalesce(product_list.colours, '{}'), at, at)
  RETURNING id INTO product;
  INSERT INTO randevoo.product_variants (product_id, size, colour, stock)
  SELECT product, s, c, product_list.stock
  FROM unnest(CASE WHEN cardinality(product_list.sizes) > 0
      THEN product_list.sizes ELSE '{""}' END) s
    CROSS JOIN unnest(CASE WHEN cardinality(product_list.colours) > 0
      THEN product_list.colours ELSE '{""}' END) c;
  RETURN product;
END
$body$;

COMMENT ON FUNCTION randevoo.product_list IS
'Lists a product with a variant for each pair of size and colour, each with that stock (0 or more),
and returns it; variant_list gives the variants. sizes and colours: at most 50 different texts of 1
to 50 characters; NULL or none: one variant with '''' in their place. name: 1 to 200 characters;
brand: up to 200, '''' for none; description: up to 10000; category: 1 to 100; price: 0 to
9999999999.99 with two decimals at most; currency: three capital letters (ISO 4217). product_change
sets its collection, product_photos_set its photos. Calling it again lists another. RN003: the store
is another''s.';

GRANT EXECUTE ON FUNCTION randevoo.product_list TO randevoo_app;
