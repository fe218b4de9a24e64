CREATE OR REPLACE FUNCTION reeve.search_verify(
  generation_id int, is_thorough boolean DEFAULT FALSE)
RETURNS TABLE(
  range int, source bigint, indexed bigint, waiting bigint, missing bigint, extra bigint,
  stale bigint, keys text[], cut bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET work_mem = '64MB'
AS $$
-- Stable: the snapshot of the calling statement sees source, index and log alike.
DECLARE
  g reeve.search_generation;
  pending text[];
  are_all boolean;
  r record;
BEGIN
  SELECT n.* INTO g FROM reeve.search_generation n JOIN reeve.collection c USING (collection_id)
  WHERE n.generation_id = search_verify.generation_id AND c.is_live
    AND n.declared = reeve.search_declared(c);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'generation % does not match the catalog', generation_id
      USING ERRCODE = 'RV005', HINT = '`reeve search reindex` rebuilds it.';
  END IF;
  SELECT p.keys, p.are_all INTO pending, are_all FROM reeve.search_pending(generation_id) p;
  FOR r IN EXECUTE format(
    'SELECT coalesce(s.range, i.range) AS range, coalesce(s.documents, 0) AS source,
       coalesce(i.documents, 0) AS indexed,
       coalesce(s.cut, 0) AS cut, greatest(s.documents - s.compared,
         i.documents - i.compared, 0) AS waiting,
       (coalesce(s.compared, 0), s.digest)
         IS NOT DISTINCT FROM (coalesce(i.compared, 0), i.digest) AS is_same
     FROM reeve.app_digests($1, $2, $3) s
     FULL JOIN (
       SELECT d.range, count(*) AS documents, count(*) FILTER (WHERE d.key <> ALL ($3)) AS compared,
         bit_xor(d.digest # (s.key IS NOT NULL)::int) FILTER (WHERE d.key <> ALL ($3)) AS digest
       FROM reeve_index.%I d
       LEFT JOIN reeve.subject s ON s.collection_id = $1 AND s.key = d.key
         AND s.hidden_until > statement_timestamp()
       GROUP BY d.range) i ON i.range = s.range
     ORDER BY 1', g.table_name)
    USING g.collection_id, g.bounds, pending
  LOOP
    range := r.range;
    source := r.source;
    indexed := r.indexed;
    waiting := r.waiting;
    cut := r.cut;
    IF are_all THEN
      -- Truncated: all that is indexed waits to be looked at.
      waiting := greatest(source, indexed);
      r.is_same := TRUE;
    END IF;
    IF r.is_same AND (are_all OR NOT is_thorough) THEN
      missing := 0;
      extra := 0;
      stale := 0;
      keys := '{}';
    ELSE
      -- Whole documents, made again: a digest says only what a document was made from.
      EXECUTE format(
        'SELECT count(*) FILTER (WHERE i.key IS NULL), count(*) FILTER (WHERE s.key IS NULL),
           count(*) FILTER (WHERE i.key IS NOT NULL AND s.key IS NOT NULL),
           coalesce(array_agg(coalesce(s.key, i.key) ORDER BY coalesce(s.key, i.key)), ''{}'')
         FROM (
           SELECT d.key, d.tsv || %s AS tsv, d.popularity, d.norm, d.digest, d.fields, d.numbers
           FROM (
             SELECT a.*, reeve.search_norm(a.length, $4, $5) AS norm
             FROM reeve.app_documents($1, NULL, $3) a
             WHERE a.key <> ALL ($2)) d) s
         FULL JOIN (
           SELECT d.* FROM reeve_index.%I d
           WHERE d.range = $3 AND d.key <> ALL ($2)) i ON i.key = s.key
         WHERE (s.digest, s.popularity, s.norm, s.tsv, s.fields%s)
           IS DISTINCT FROM (i.digest, i.popularity, i.norm, i.tsv, i.fields%s)',
        reeve.search_tiers(generation_id), g.table_name,
        reeve.search_numbers(g.ranges, ', s.numbers[%]'), reeve.search_numbers(g.ranges, ', i.n%'))
      INTO missing, extra, stale, keys USING generation_id, pending, r.range,
        g.average, (reeve.search_constants() ->> 'length_share')::float8;
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_verify(int, boolean) IS
  'Compares a generation with its source, range by range of the key, by counts and digests; if '
  'these differ, and everywhere if thorough, document by document: missing from the index, extra '
  'in it, or stale. Rows whose changes still wait are counted, and not compared. cut: rows with a '
  'text that is not searched to its end (reeve.search_is_cut).';

GRANT EXECUTE ON FUNCTION reeve.search_verify(int, boolean) TO reeve_worker;
