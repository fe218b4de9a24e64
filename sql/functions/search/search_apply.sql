CREATE OR REPLACE FUNCTION reeve.search_apply(collection_id int, keys text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  table_name text := (
    SELECT g.table_name FROM reeve.search_pointer p JOIN reeve.search_generation g
      USING (generation_id)
    WHERE p.collection_id = search_apply.collection_id);
BEGIN
  IF keys IS NULL THEN
    PERFORM reeve.search_generation_create(collection_id);
    RETURN;
  END IF;
  EXECUTE format(
    'WITH source AS MATERIALIZED (
       SELECT d.key, coalesce(d.label, d.key) AS label,
         reeve.search_vector(d.a, d.b, d.c, d.d) AS tsv
       FROM reeve.hand_documents($1, $2) d
     ), gone AS (
       DELETE FROM reeve_index.%1$I i
       WHERE i.key = ANY ($2) AND NOT EXISTS (SELECT FROM source s WHERE s.key = i.key)
     )
     INSERT INTO reeve_index.%1$I AS i(key, label, tsv)
     SELECT s.key, s.label, s.tsv FROM source s ORDER BY s.key
     ON CONFLICT (key) DO UPDATE SET label = excluded.label, tsv = excluded.tsv
     WHERE (i.label, i.tsv) IS DISTINCT FROM (excluded.label, excluded.tsv)', table_name)
  USING collection_id, keys;
END
$$;

COMMENT ON FUNCTION reeve.search_apply(int, text[]) IS
  'Reads rows anew and writes or removes their documents; keys NULL = the table was truncated, '
  'which builds the generation anew.';
