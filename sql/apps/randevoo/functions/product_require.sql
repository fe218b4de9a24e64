CREATE OR REPLACE FUNCTION randevoo.product_require(
  name text, brand text, description text, category text, collection text, price numeric,
  currency text) RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  PERFORM randevoo.text_require(name, 'name', 1, 200),
    randevoo.text_require(brand, 'brand', 0, 200),
    randevoo.text_require(description, 'description', 0, 10000),
    randevoo.text_require(category, 'category', 1, 100),
    randevoo.text_require(coalesce(collection, ''), 'collection', 0, 200),
    randevoo.require(price BETWEEN 0 AND 9999999999.99 AND price = round(price, 2),
      'price is 0 to 9999999999.99, with two decimals at most'),
    randevoo.require(currency ~ '^[A-Z]{3}$', 'currency is three capital letters (ISO 4217)');
END
$body$;

COMMENT ON FUNCTION randevoo.product_require IS
'Raises RN012 unless a product may be described so.';
