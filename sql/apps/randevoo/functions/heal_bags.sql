CREATE OR REPLACE FUNCTION randevoo.heal_bags() RETURNS SETOF text
LANGUAGE sql AS $body$
  DELETE FROM randevoo.legacy_bags l USING randevoo.users u WHERE u.id = l.user_id AND u.is_erased;
  WITH found AS (
    SELECT l.legacy_id, l.user_id, v.id AS variant_id, l.quantity
    FROM randevoo.legacy_bags l
      JOIN randevoo.product_variants v
        ON v.product_id = l.product_id AND v.size = l.size AND v.colour = l.colour
    WHERE NOT EXISTS (SELECT FROM randevoo.legacy_taken k
      WHERE k.kind = 'bag' AND k.legacy_id = l.legacy_id)
  ), put AS (
    INSERT INTO randevoo.bag_items (user_id, variant_id, quantity)
    SELECT f.user_id, f.variant_id, max(f.quantity) FROM found f GROUP BY f.user_id, f.variant_id
    ON CONFLICT (user_id, variant_id) DO NOTHING
  )
  INSERT INTO randevoo.legacy_taken (kind, legacy_id, row_id, taken)
  SELECT 'bag', f.legacy_id, f.user_id, to_jsonb(f.quantity) FROM found f;
  SELECT format('things in bags of a size and colour that the product does not come in: %s, such '
    'as that of user %s', count(*), min(l.user_id))
  FROM randevoo.legacy_bags l
  WHERE NOT EXISTS (SELECT FROM randevoo.legacy_taken k
    WHERE k.kind = 'bag' AND k.legacy_id = l.legacy_id)
  HAVING count(*) > 0;
$body$;

COMMENT ON FUNCTION randevoo.heal_bags() IS
'Part of heal: puts into people''s bags what they had there, by size and colour.';
