CREATE OR REPLACE FUNCTION reeve.search_swap_fault(generation_id int) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation;
  before reeve.search_generation;
  lost text[];
  asked bigint;
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_swap_fault.generation_id;
  SELECT n.* INTO before
  FROM reeve.search_pointer p JOIN reeve.search_generation n USING (generation_id)
  WHERE p.collection_id = g.collection_id;
  -- Another declaration may find other rows, and fewer.
  IF NOT FOUND OR before.declared - 'extractor' <> g.declared - 'extractor' THEN
    RETURN NULL;
  ELSIF before.documents >= 100 AND g.documents < before.documents / 2 THEN
    RETURN format('it holds %s documents, the one in use %s', g.documents, before.documents);
  END IF;
  SELECT count(*), array_agg(c.label) FILTER (WHERE NOT c.is_found) INTO asked, lost
  FROM reeve.search_canaries(generation_id, before.generation_id) c;
  IF cardinality(lost) * 5 > asked THEN
    RETURN format('it does not find %s of %s popular documents by their labels, such as %s',
      cardinality(lost), asked, quote_literal(left(lost[1], 60)));
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.search_swap_fault(int) IS
  'Why a generation should not replace the one in use, made by the same declaration: under half '
  'its documents, or over a fifth of the most popular ones not found by their labels. NULL: none.';
