-- The foreign keys of the tables $1 (OIDs): columns here and there, pairwise in the constraint's
-- order.
SELECT k.conrelid::bigint AS relation, k.confrelid::bigint AS target,
  k.confrelid::regclass::text AS target_sql,
  ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY c(attnum, place)
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.attnum
    ORDER BY c.place) AS columns,
  ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY c(attnum, place)
    JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = c.attnum
    ORDER BY c.place) AS target_columns
FROM pg_constraint k
WHERE k.contype = 'f' AND k.conparentid = 0 AND k.conrelid = ANY ($1::bigint[]::oid[])
ORDER BY k.conrelid, k.conkey, k.oid
