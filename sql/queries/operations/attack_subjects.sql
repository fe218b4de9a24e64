-- The collections that attacks act and look at, in the order of their apps, one row each. Reads
-- only. $1 int: how many of each app at most; those with an act come first.
--
-- Columns: app, owner of the table, collection, table, a statement that returns five keys (each
-- whole, and its first column), verb and args (an act that writes the table's own row, NULL for
-- none), a column that it writes, the first key column, bytes of the table, how many collections
-- of the app are over the limit, the table and its partitions, the roles that are the app's,
-- rights of the owner beyond what an app needs (NULL for none).
WITH act AS (
  SELECT DISTINCT ON (d.collection_id) d.collection_id, d.verb, r.columns[1] AS written,
    jsonb_strip_nulls(jsonb_build_object(
      'policy', CASE WHEN k.needs_policy THEN (
        SELECT min(p.name) FROM reeve.policy p WHERE p.app = d.app AND p.is_live) END,
      'why', CASE WHEN k.needs_reason THEN 'doctor --attack' END,
      'for', CASE WHEN k.ends IN ('may', 'must', 'say') THEN '12 hours' END,
      'name', CASE k.argument WHEN 'tag' THEN 'attacked'
        WHEN 'limit' THEN (SELECT min(l.key) FROM jsonb_each(c.limits) l) END)) AS args
  FROM reeve.catalog_action d
  JOIN reeve.action_kind k ON k.name = d.kind
  JOIN reeve.collection c USING (collection_id)
  JOIN reeve.rule r ON r.collection_id = d.collection_id AND r.app = d.app AND r.verb = d.verb
  WHERE d.is_live AND r.is_live AND r.affected_id = d.collection_id AND r.kind IN ('hide', 'set')
    AND NOT k.is_final
  -- The mildest first: it writes the fewest rows.
  ORDER BY d.collection_id, r.kind, k.bars, k.rank, d.verb, r.seq
),
subject AS (
  SELECT c.*, t.relowner, a.verb, a.args, a.written,
    row_number() OVER (PARTITION BY c.app ORDER BY a.verb IS NULL, c.collection_id) AS place,
    count(*) OVER (PARTITION BY c.app) AS total
  FROM reeve.collection c
  JOIN pg_class t ON t.oid = c.relation
  LEFT JOIN act a USING (collection_id)
  WHERE c.is_live AND t.relkind IN ('r', 'p')
)
SELECT s.app, pg_get_userbyid(s.relowner), s.name, s.relation::text,
  format('SELECT %1$s, t.%3$I::text FROM %2$s t ORDER BY t.%3$I LIMIT 5', s.key_sql, s.table_sql,
    s.key_columns[1]),
  s.verb, s.args, s.written, s.key_columns[1], pg_total_relation_size(s.relation),
  greatest(s.total - $1, 0),
  ARRAY(
    SELECT s.relation::text
    UNION ALL
    SELECT p.relid::text FROM pg_partition_tree(s.relation) p),
  ARRAY[pg_get_userbyid(s.relowner), reeve.app_role('writer', s.app),
    reeve.app_role('reader', s.app)]::text[],
  reeve.app_owner_fault(pg_get_userbyid(s.relowner), s.app)
FROM subject s
WHERE s.place <= $1
ORDER BY s.app, s.place
