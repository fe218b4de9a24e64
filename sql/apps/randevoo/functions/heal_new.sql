CREATE OR REPLACE FUNCTION randevoo.heal_new(ids text[]) RETURNS SETOF text
LANGUAGE plpgsql AS $body$
DECLARE
  half integer := cardinality(ids) / 2;
BEGIN
  BEGIN
    WITH made AS (
      INSERT INTO randevoo.products (legacy_id, store_id, name, category, price, currency,
        created_at)
      SELECT l.legacy_id, l.store_id, l.name, 'other', l.price, 'THB',
        coalesce(l.created_at, timestamptz '2021-01-01')
      FROM randevoo.legacy_products l
      WHERE l.legacy_id = ANY (ids)
      ORDER BY l.created_at, l.legacy_id
      RETURNING id, legacy_id
    )
    INSERT INTO randevoo.legacy_taken (kind, legacy_id, row_id, taken)
    SELECT 'product', m.legacy_id, m.id, '{}' FROM made m
    ON CONFLICT (kind, legacy_id) DO UPDATE SET row_id = excluded.row_id, taken = excluded.taken;
    RETURN;
  EXCEPTION WHEN insufficient_privilege THEN
    IF half = 0 THEN
      RETURN NEXT format('product %s is not taken over: the back office bars its store', ids[1]);
      RETURN;
    END IF;
  END;
  -- A store that the back office bars from listing is found by halves; the others have theirs.
  RETURN QUERY SELECT * FROM randevoo.heal_new(ids[:half]);
  RETURN QUERY SELECT * FROM randevoo.heal_new(ids[half + 1:]);
END
$body$;

COMMENT ON FUNCTION randevoo.heal_new(text[]) IS
'Part of heal_products: makes products of these documents.';
