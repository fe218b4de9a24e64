CREATE OR REPLACE FUNCTION reeve.search_sampled(
  table_name text, average real, fields text[], documents bigint, OUT common int[],
  OUT shares real[], OUT chances real[])
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- About 5,000 documents, of all parts of the table. A mark that fewer than eight of them have is
  -- not counted by itself, and only the 256 most common are: each search looks through them.
  EXECUTE format(
    'WITH d AS MATERIALIZED (
       SELECT tsvector_to_array(reeve.search_marked(tsv, $1, $2::"char"[])) AS marks
       FROM reeve_index.%I TABLESAMPLE system (least(100, 500000 / greatest($3, 1)::real))
         REPEATABLE (1)
     ), m AS MATERIALIZED (
       SELECT u.mark, count(*) AS n, count(*)::real / (SELECT count(*) FROM d) AS share
       FROM d, unnest(d.marks) u(mark) GROUP BY u.mark
     ), often AS MATERIALIZED (
       SELECT m.mark, m.share FROM m WHERE ascii(m.mark) < 30 AND m.n > 7
       ORDER BY m.share DESC, m.mark LIMIT 256
     ), w AS MATERIALIZED (
       SELECT m.mark AS word, m.n, width_bucket(m.share, ''{0.001,0.01,0.1}''::real[]) AS band
       FROM m WHERE ascii(m.mark) > 31
     ), c AS (
       SELECT l.place, b.band, coalesce(sum(m.n) / sum(w.n), 0)::real AS chance
       FROM unnest($4) WITH ORDINALITY l(level, place)
       CROSS JOIN generate_series(0, 3) b(band)
       LEFT JOIN w ON w.band = b.band
         AND NOT EXISTS (SELECT FROM often o WHERE o.mark = chr(l.level) || w.word)
       LEFT JOIN m ON m.mark = chr(l.level) || w.word
       GROUP BY l.place, b.band)
     SELECT coalesce(o.common, ''{}''), coalesce(o.shares, ''{}''), a.chances
     FROM (
       SELECT array_agg(hashtext(mark) ORDER BY share DESC) AS common,
         array_agg(share ORDER BY share DESC) AS shares FROM often) o
     CROSS JOIN (
       SELECT array_agg(p.chances ORDER BY p.place) AS chances
       FROM (SELECT c.place, array_agg(c.chance ORDER BY c.band) AS chances
         FROM c GROUP BY c.place) p) a', table_name)
  INTO common, shares, chances USING average, fields, documents, reeve.search_levels(fields);
END
$$;

COMMENT ON FUNCTION reeve.search_sampled(text, real, text[], bigint) IS
  'How common the marks of a table of documents are, by a sample: search_generation.common, shares '
  'and chances.';
