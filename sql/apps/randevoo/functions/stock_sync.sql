CREATE OR REPLACE FUNCTION randevoo.stock_sync(
  owner bigint, store bigint, skus text[], stocks integer[], at timestamptz)
RETURNS TABLE (sku text, outcome text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  -- A clock that is ahead; least() would take a NULL for none.
  seen timestamptz := CASE WHEN at IS NOT NULL THEN least(at, clock_timestamp()) END;
BEGIN
  PERFORM randevoo.user_admit(owner, seen), randevoo.store_owned(store, owner);
  PERFORM randevoo.require(cardinality(skus) = cardinality(stocks) AND 0 <= ALL (stocks)
    AND (SELECT count(DISTINCT u) FROM unnest(skus) u) = cardinality(skus),
    'skus come once each, with a number of pieces, 0 or more, in stocks');
  PERFORM FROM randevoo.stores s WHERE s.id = store FOR NO KEY UPDATE;
  RETURN QUERY
    WITH given AS (
      SELECT u.sku, u.stock, u.place, k.variant_id, CASE
        WHEN k.variant_id IS NULL THEN 'unknown'
        WHEN k.synced_at > seen THEN 'older'
        WHEN u.stock < (
          SELECT coalesce(sum(i.quantity), 0) FROM randevoo.reservation_items i
            JOIN randevoo.reservations r ON r.id = i.reservation_id
          WHERE i.variant_id = k.variant_id AND r.state IN ('pending', 'approved')) THEN 'reserved'
        ELSE 'set' END AS outcome
      FROM unnest(skus, stocks) WITH ORDINALITY u (sku, stock, place)
        LEFT JOIN randevoo.variant_skus k ON k.store_id = store AND k.sku = u.sku
    ), changed AS (
      UPDATE randevoo.product_variants v SET stock = g.stock
      FROM given g WHERE v.id = g.variant_id AND g.outcome = 'set'
    ), noted AS (
      UPDATE randevoo.variant_skus k SET synced_at = seen
      FROM given g WHERE k.variant_id = g.variant_id AND g.outcome = 'set'
    )
    SELECT g.sku, g.outcome FROM given g ORDER BY g.place;
END
$body$;

COMMENT ON FUNCTION randevoo.stock_sync IS
'What a store''s inventory system had in stock at a time of its own clock, n-th SKU with n-th
number, 0 or more; and what came of each, in the order given. outcome: set; unknown, no variant of
the store has this SKU (variant_sku_set); older than what is known, so nothing changed; reserved,
more pieces are promised to customers, so the number stays. A time to come counts as now. RN012: a
SKU comes twice, or the arrays are not of one length.';

GRANT EXECUTE ON FUNCTION randevoo.stock_sync TO randevoo_app;
