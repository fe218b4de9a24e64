CREATE OR REPLACE FUNCTION reeve.migrate_unique(relation regclass, columns text[]) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT u.names
  FROM pg_index i
  CROSS JOIN LATERAL (
    SELECT array_agg(a.attname::text ORDER BY a.attname) AS names, bool_and(a.attnotnull) AS is_full
    FROM pg_attribute a
    WHERE a.attrelid = relation AND a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1])) u
  WHERE i.indrelid = relation AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
    AND i.indimmediate AND i.indisvalid AND u.is_full AND u.names <@ columns
  ORDER BY cardinality(u.names) DESC, u.names LIMIT 1
$$;

COMMENT ON FUNCTION reeve.migrate_unique(regclass, text[]) IS
  'Columns of a unique index on only some of these columns, all NOT NULL; the longest, NULL if '
  'there is none. NULL: result.';
