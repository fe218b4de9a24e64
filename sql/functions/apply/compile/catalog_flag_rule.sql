CREATE OR REPLACE FUNCTION reeve.catalog_flag_rule(spec jsonb) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  -- Of each subject: the moment with the most events behind it, the latest of several, and the
  -- first that was over the limit. Events up to $7[1] were reported and count no more.
  SELECT format($f$
    WITH event AS MATERIALIZED (
      SELECT q.key::text AS key, q.at::timestamptz AS at, q.what::text AS what FROM (
%1$s
) q
      WHERE q.at > $3 - interval %2$L AND q.at <= $2 AND q.key IS NOT NULL),
    counted AS (
      SELECT e.key, e.at, count(*) OVER span AS n, min(e.at) OVER span AS since
      FROM event e
      WHERE ($7[1] ->> e.key)::timestamptz >= e.at IS NOT TRUE
      WINDOW span AS (
        PARTITION BY e.key ORDER BY e.at RANGE BETWEEN interval %2$L PRECEDING AND CURRENT ROW)),
    peak AS (
      SELECT DISTINCT ON (c.key) c.key, c.n, c.since, c.at AS upto, c.first
      FROM (
        SELECT o.*, min(o.at) OVER (PARTITION BY o.key) AS first FROM counted o
        WHERE o.n > %3$s AND o.at > $3) c
      ORDER BY c.key, c.n DESC, c.at DESC),
    top AS MATERIALIZED (SELECT p.* FROM peak p ORDER BY p.n DESC, p.key LIMIT $5)
    SELECT t.key, coalesce(w.words, ''), t.n::numeric, t.since, t.upto, t.first
    FROM top t
    LEFT JOIN (
      SELECT l.key, string_agg(l.what, ', ' ORDER BY l.place) AS words
      FROM (
        SELECT e.key, left(e.what, 100) AS what,
          row_number() OVER (PARTITION BY e.key ORDER BY e.at DESC, e.what) AS place
        FROM event e JOIN top p ON p.key = e.key AND e.at BETWEEN p.since AND p.upto) l
      WHERE l.place <= 5 GROUP BY l.key) w USING (key)
    ORDER BY t.n DESC, t.key
    $f$, spec ->> 'events', (spec ->> 'within')::interval, (spec ->> 'more_than')::int)
$$;

COMMENT ON FUNCTION reeve.catalog_flag_rule(jsonb) IS
  'Compiles a rule: the subjects of which, at a moment after $3 and up to $2, more events than '
  'more_than lay within the time before it; at most $5, those with the most first. name: its '
  'last five events, value: how many events, since and upto: the first and the last of them, born: '
  'the first moment over the limit. $7[1]: by key, up to which event it was reported.';
