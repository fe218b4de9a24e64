CREATE OR REPLACE FUNCTION randevoo.heal_products() RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  next record;
BEGIN
  DELETE FROM randevoo.legacy_products l
  USING randevoo.stores s JOIN randevoo.users u ON u.id = s.owner_id AND u.is_erased
  WHERE s.id = l.store_id;
  RETURN QUERY SELECT * FROM randevoo.heal_new(ARRAY(
    SELECT w.legacy_id FROM randevoo.legacy_product_wanted() w
      JOIN randevoo.legacy_products l ON l.legacy_id = w.legacy_id
    WHERE w.product_id IS NULL
    ORDER BY l.created_at, l.legacy_id));
  FOR next IN
    SELECT w.*, randevoo.legacy_product_image(w.product_id) AS present
    FROM randevoo.legacy_product_wanted() w
    WHERE w.product_id IS NOT NULL AND w.image IS DISTINCT FROM w.taken
    ORDER BY w.product_id
  LOOP
    IF next.taken IN ('{}', next.present) THEN
      PERFORM randevoo.heal_product(next.legacy_id, next.product_id, next.image);
    ELSIF next.present <> next.image THEN
      RETURN NEXT format('product %s keeps what was changed of it here', next.product_id);
      CONTINUE;
    END IF;
    PERFORM randevoo.legacy_take('product', next.legacy_id, next.product_id, next.image);
  END LOOP;
  UPDATE randevoo.products p SET was_banned = l.was_banned
  FROM randevoo.legacy_products l WHERE l.legacy_id = p.legacy_id AND p.was_banned <> l.was_banned;
  RETURN QUERY SELECT * FROM randevoo.heal_products_told();
END
$body$;

COMMENT ON FUNCTION randevoo.heal_products() IS
'After an import of products: makes products of documents, with category, collection, variants and
photos, and brings those up to date that nobody has changed here since; what it found is returned, a
line each.';
