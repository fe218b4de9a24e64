CREATE OR REPLACE FUNCTION reeve.search_counted(generation_id int, pending text[])
RETURNS reeve.search_generation
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation;
  fewer bigint := 0;
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_counted.generation_id;
  IF pending IS NOT NULL THEN
    EXECUTE format('SELECT count(*) FROM unnest($1) p(key) JOIN reeve_index.%I i USING (key)
      WHERE i.tsv @@ $2', g.table_name) INTO fewer USING pending, quote_literal(chr(28))::tsquery;
    g.shown := g.shown - fewer;
  END IF;
  RETURN g;
END
$$;

COMMENT ON FUNCTION reeve.search_counted(int, text[]) IS
  'A generation whose visible documents are counted without pending ones (reeve.search_terms_of). '
  'NULL: pending, where there are none.';
