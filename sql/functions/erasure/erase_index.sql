CREATE OR REPLACE FUNCTION reeve.erase_index(collection_id int, keys text[]) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g record;
  gone bigint;
  fewer bigint;
  total bigint;
  words text[];
BEGIN
  -- The live generation, and one being built, follow the row by the change log.
  INSERT INTO reeve.change(collection_id, key)
  SELECT erase_index.collection_id, k FROM unnest(keys) k
  WHERE EXISTS (SELECT FROM reeve.search_generation n
    WHERE n.collection_id = erase_index.collection_id AND n.state <> 'retired');
  -- Documents of rows that belong to them may contain their texts.
  SELECT coalesce(sum(reeve.erase_index(j.collection_id,
    ARRAY(SELECT reeve.app_children(j.join_id, keys)))), 0)
  INTO total
  FROM reeve.search_join j
  WHERE j.source_id = erase_index.collection_id AND j.is_live AND EXISTS (
    SELECT FROM reeve.search_generation n
    WHERE n.collection_id = j.collection_id AND n.state = 'retired');
  FOR g IN
    SELECT n.generation_id, n.table_name FROM reeve.search_generation n
    WHERE n.collection_id = erase_index.collection_id AND n.state = 'retired'
    ORDER BY n.generation_id
  LOOP
    EXECUTE format(
      'WITH old AS (
         DELETE FROM reeve_index.%1$I i WHERE i.key = ANY ($1) RETURNING i.tsv
       ), fewer AS (
         UPDATE reeve_index.%2$I w SET df = w.df - l.n, shown = w.shown - l.shown
         FROM (SELECT u.word, count(*) AS n, sum((o.tsv @@ %3$L)::int) AS shown FROM old o
           CROSS JOIN LATERAL unnest(tsvector_to_array(o.tsv)) u(word) GROUP BY u.word) l
         WHERE w.word = l.word
         RETURNING w.word, w.df
       )
       SELECT (SELECT count(*) FROM old),
         (SELECT count(*) FROM old o WHERE o.tsv @@ %3$L),
         (SELECT array_agg(f.word) FROM fewer f WHERE f.df <= 0)',
      g.table_name, 'word_' || g.generation_id, quote_literal(chr(28)))
    INTO gone, fewer, words USING keys;
    EXECUTE format('DELETE FROM reeve_index.%I w WHERE w.word = ANY ($1)',
      'word_' || g.generation_id) USING words;
    UPDATE reeve.search_generation n
    SET documents = n.documents - gone, shown = n.shown - fewer
    WHERE n.generation_id = g.generation_id AND gone > 0;
    total := total + gone;
  END LOOP;
  RETURN total;
END
$$;

COMMENT ON FUNCTION reeve.erase_index(int, text[]) IS
  'Deletes documents of rows, and words that only they had, from retired generations, and has '
  'the others made anew; returns how many documents.';
