CREATE OR REPLACE FUNCTION randevoo.bag_list(customer bigint, at timestamptz)
RETURNS TABLE (variant_id bigint, product_id bigint, quantity integer, added_at timestamptz)
LANGUAGE sql STABLE AS $body$
  SELECT b.variant_id, v.product_id, b.quantity, b.added_at
  FROM randevoo.bag_items b
    JOIN randevoo.product_variants v ON v.id = b.variant_id
    JOIN randevoo.product_listing(bag_list.at) p ON p.id = v.product_id
  WHERE b.user_id = bag_list.customer AND randevoo.at_require(bag_list.at)
$body$;

COMMENT ON FUNCTION randevoo.bag_list(bigint, timestamptz) IS
'A customer''s bag: each variant with its product, how many pieces, and since when; without products
that are hidden, deleted or of a hidden store at that time.';

GRANT EXECUTE ON FUNCTION randevoo.bag_list(bigint, timestamptz) TO randevoo_app;
