CREATE OR REPLACE FUNCTION reeve.search_counted(
  generation_id int, is_public boolean, pending text[])
RETURNS reeve.search_generation
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation;
  fewer bigint := 0;
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_counted.generation_id;
  IF is_public THEN
    IF pending IS NOT NULL THEN
      EXECUTE format('SELECT count(*) FROM reeve_index.%I i WHERE i.key = ANY ($1) AND i.tsv @@ $2',
        g.table_name) INTO fewer USING pending, quote_literal(chr(28))::tsquery;
    END IF;
    g.documents := g.shown - fewer;
  END IF;
  RETURN g;
END
$$;

COMMENT ON FUNCTION reeve.search_counted(int, boolean, text[]) IS
  'A generation with as many documents as are counted in a search: all or, for the public, those '
  'that everybody may see and that are not pending (reeve.search_terms_of).';
