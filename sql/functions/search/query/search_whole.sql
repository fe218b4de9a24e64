CREATE OR REPLACE FUNCTION reeve.search_whole(must tsquery, condition text, is_public boolean)
RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN must IS NULL AND NOT is_public THEN condition
  ELSE format('i.tsv @@ %L::tsquery AND %s', CASE WHEN is_public
    THEN coalesce(must && quote_literal(chr(28))::tsquery, quote_literal(chr(28))::tsquery)
    ELSE must END, condition) END;

COMMENT ON FUNCTION reeve.search_whole(tsquery, text, boolean) IS
  'A tsquery that documents must match (NULL: any) and a condition over i as one condition; '
  'is_public: for those that everybody may see.';
