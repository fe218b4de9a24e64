CREATE OR REPLACE FUNCTION randevoo.product_change(
  owner bigint, product bigint, name text, brand text, description text, category text,
  collection text, price numeric, currency text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.user_admit(owner, at), randevoo.product_owned(product, owner);
  PERFORM randevoo.product_require(product_change.name, product_change.brand,
    product_change.description, product_change.category, product_change.collection,
    product_change.price, product_change.currency);
  UPDATE randevoo.products p SET name = product_change.name, brand = product_change.brand,
    description = product_change.description, category = product_change.category,
    collection = product_change.collection, price = product_change.price,
    currency = product_change.currency
  WHERE p.id = product;
END
$body$;

COMMENT ON FUNCTION randevoo.product_change IS
'What an owner changes about a product, all of it as it shall be: all but its store, sizes, colours
and stock. The limits are those of product_list; collection: what the store files it under, up to
200 characters, or NULL. Reservations keep the product, whose price is that of the day.';

GRANT EXECUTE ON FUNCTION randevoo.product_change TO randevoo_app;
