CREATE OR REPLACE FUNCTION reeve.search_tally(q reeve.search_query, most int, facets text[])
RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  -- Of very many changes none is known by its key: then all rows that are counted are looked at.
  are_all constant boolean := coalesce(array_position(q.pending, NULL) IS NOT NULL, FALSE);
  bound constant int := CASE WHEN are_all THEN 1000 WHEN facets IS NULL THEN most ELSE 20000 END;
  p record;
  nr int;
  source text;
  -- Rows of the index that have changed since, or so many of all; those that are the same.
  keys text[];
  same text[];
  rows int;
  total int := 0;
  is_whole boolean := TRUE;
  counted jsonb;
BEGIN
  -- The index has others as they were a moment ago, which is nobody's business.
  FOR p IN SELECT * FROM reeve.search_every(q) WHERE q.pending IS NOT NULL LOOP
    EXECUTE format('SELECT array_agg(f.key), ARRAY(
        SELECT a.key FROM reeve.app_documents($4, array_agg(f.key), NULL) a
        WHERE (a.key, a.digest) IN (SELECT * FROM unnest(array_agg(f.key), array_agg(f.digest))))
      FROM (SELECT i.key, i.digest FROM reeve_index.%I i WHERE %s AND ($2 OR i.key = ANY ($1))
        LIMIT CASE WHEN $2 THEN $3 + 1 END) f', (p.g).table_name, p.condition)
    INTO keys, same USING q.pending, are_all, bound, (p.g).generation_id;
    nr := array_position(q.generations, (p.g).generation_id);
    q.conditions[nr] := format(CASE WHEN are_all THEN '%s AND i.key = ANY (%L::text[])'
      ELSE '%s AND i.key <> ALL (%L::text[])' END, q.conditions[nr], CASE WHEN are_all THEN same
      ELSE ARRAY(SELECT u FROM unnest(keys) u WHERE u <> ALL (same)) END);
    is_whole := is_whole AND (NOT are_all OR coalesce(cardinality(keys), 0) <= bound);
  END LOOP;
  IF facets IS NOT NULL THEN
    SELECT jsonb_build_object(
      'total', jsonb_build_object('count', coalesce(max(c.documents) FILTER (WHERE c.field IS NULL),
        0), 'exact', is_whole AND coalesce(bool_and(c.is_exact), TRUE)),
      'facets', coalesce((
        SELECT jsonb_object_agg(u.name, '[]'::jsonb) FROM unnest(facets) u(name)), '{}')
        || coalesce(jsonb_object_agg(c.field, c.list) FILTER (WHERE c.field IS NOT NULL), '{}'))
    INTO counted
    FROM (
      SELECT c.field, max(c.documents) AS documents, bool_and(c.is_exact) AS is_exact,
        jsonb_agg(jsonb_build_object('value', c.value, 'count', c.documents)
          ORDER BY c.documents DESC, c.value) AS list
      FROM reeve.search_count(q, facets, bound, 10) c GROUP BY c.field) c;
    RETURN counted;
  END IF;
  FOR p IN SELECT * FROM reeve.search_every(q) LOOP
    source := format('reeve_index.%I', (p.g).table_name);
    -- Of many rows enough are soon found among the most popular.
    FOREACH source IN ARRAY CASE WHEN coalesce(p.df > (p.g).documents / 50, TRUE) THEN ARRAY[
      format('(SELECT * FROM %s ORDER BY popularity DESC, key LIMIT 20000)', source)]
      ELSE '{}' END || source
    LOOP
      EXECUTE format('SELECT count(*) FROM (SELECT FROM %s i WHERE %s LIMIT $1) f', source,
        p.condition) INTO rows USING most + 1 - total;
      EXIT WHEN rows > most - total;
    END LOOP;
    total := total + rows;
  END LOOP;
  RETURN jsonb_build_object('total', jsonb_build_object('count', least(total, most),
    'exact', is_whole AND total <= most));
END
$$;

COMMENT ON FUNCTION reeve.search_tally(reeve.search_query, int, text[]) IS
  'How many rows that everybody may see a query finds, of at most so many that are counted, and '
  'the ten most frequent values of these facets (NULL: none; else 20,000 rows are counted). Where '
  'there are more, exact is false. Where more than 5,000 rows have changed since the index read '
  'them, 1,000 are counted.';
