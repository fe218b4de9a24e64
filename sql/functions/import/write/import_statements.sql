CREATE OR REPLACE FUNCTION reeve.import_statements(
  import_id int, mapping jsonb, existing text)
RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH p AS MATERIALIZED (SELECT * FROM reeve.import_clauses(mapping)),
  i AS (
    SELECT m.import_id AS id, m.has_keys FROM reeve.import m
    WHERE m.import_id = import_statements.import_id
  ),
  -- Whether the hash of each row is noted with its key: where a record is one row.
  o AS (
    SELECT i.has_keys AND NOT mapping ? 'children' AS is_hashed
    FROM i
  ),
  -- Whether a row t that differs from the record s with its key stays.
  h AS (
    SELECT CASE existing
      WHEN 'refuse' THEN format(
        'NOT EXISTS (SELECT FROM %s_own o WHERE o.id = t.xmin::text::bigint)',
        reeve.import_stage(import_id))
      WHEN 'skip' THEN 'TRUE'
      WHEN 'keep-newer'
        THEN format('NOT coalesce(s.%1$I > t.%1$I, t.%1$I IS NULL)', mapping ->> 'newer')
      ELSE 'FALSE' END AS held
  ),
  -- Whether no record with its key is as it was in an earlier import.
  k AS (
    SELECT CASE WHEN i.has_keys THEN format(
      'NOT EXISTS (SELECT FROM %1$s_keys k WHERE k.digest = %2$s) '
      'AND NOT EXISTS (SELECT FROM %1$s_known k WHERE k.digest = %2$s AND k.is_met)',
      reeve.import_stage(i.id), reeve.import_digest(mapping)) ELSE 'TRUE' END AS is_new
    FROM i
  ),
  -- What RETURNING says of a row written: the transaction, and whether the row is new. It has no
  -- system columns where the row went to a partition, so ids reads them afterwards, and the
  -- statement's snapshot shows whether the row was there.
  returned AS (
    SELECT c.relkind = 'p' AS is_parted,
      CASE c.relkind WHEN 'p' THEN 'NULL::bigint' ELSE 't.xmin::text::bigint' END AS id,
      CASE c.relkind WHEN 'p' THEN format('NOT EXISTS (SELECT FROM %s s WHERE %s)',
        reeve.import_table(mapping), p.matches) ELSE 't.xmax = ''0''' END AS is_new
    FROM p JOIN pg_class c ON c.oid = to_regclass(reeve.import_table(mapping))
  ),
  staged AS (
    -- No column of an app's is called #.
    SELECT format('s AS MATERIALIZED (SELECT s.record AS "#", %s FROM %s s '
      'WHERE s.record BETWEEN $1 AND $2)', p.vals, reeve.import_stage(import_id)) AS sql
    FROM p
  ),
  -- Of the chunk, and of that after it.
  whole AS (
    SELECT x.stage, jsonb_build_object(
      'sample', format('SELECT t.xmin::text::bigint FROM (SELECT %s FROM %s s LIMIT 1) s '
        'JOIN %s t ON %s', p.vals, x.stage, reeve.import_table(mapping), p.matches),
      'span', format('SELECT ARRAY[min(record)], ARRAY[max(record)], count(*) FROM %s', x.stage),
      'insert', CASE WHEN o.is_hashed THEN format($f$
        WITH s AS MATERIALIZED (SELECT s.content AS "#content", %1$s FROM %2$s s),
        written AS (
          INSERT INTO %3$s AS t (%4$s) OVERRIDING SYSTEM VALUE SELECT %4$s FROM s
          RETURNING %4$s
        ),
        noted AS (
          INSERT INTO %5$s_keys(digest, content, row_hash)
          SELECT %6$s, s."#content", CASE WHEN %7$s THEN %8$s END
          FROM s LEFT JOIN written t ON %9$s
        )
        SELECT count(*) FROM written
      $f$, p.given, x.stage, reeve.import_table(mapping), p.columns,
        reeve.import_stage(i.id), reeve.import_digest(mapping, 's'), p.alike, p.row_hash,
        p.matches)
      ELSE format('INSERT INTO %s(%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s s',
        reeve.import_table(mapping), p.columns, p.bare, x.stage) END,
      'is_noted', o.is_hashed,
      'children', '[]'::jsonb)
      || CASE WHEN o.is_hashed THEN jsonb_build_object('note', format($f$
          WITH s AS MATERIALIZED (SELECT s.record AS "#", s.content AS "#content", %1$s FROM %2$s s
            WHERE s.record BETWEEN $1 AND $2 AND s.record <> ALL ($3))
          INSERT INTO %3$s_keys(digest, content, row_hash)
          SELECT %4$s, CASE WHEN s."#" <> ALL ($4) THEN s."#content" END,
            CASE WHEN s."#" <> ALL ($4) AND %5$s THEN %6$s END
          FROM s LEFT JOIN %7$s t ON %8$s
        $f$, p.vals, x.stage, reeve.import_stage(i.id), reeve.import_digest(mapping, 's'),
          p.alike, p.row_hash, reeve.import_table(mapping), p.matches))
        WHEN i.has_keys THEN jsonb_build_object('note', format(
        'INSERT INTO %s_keys(digest, content) SELECT %s, '
        'CASE WHEN t."#" <> ALL ($4) THEN t."#content" END '
        'FROM (SELECT s.record AS "#", s.content AS "#content", %s FROM %s s '
        'WHERE s.record BETWEEN $1 AND $2 AND s.record <> ALL ($3)) t',
        reeve.import_stage(i.id), reeve.import_digest(mapping), p.key_vals, x.stage))
        ELSE '{}' END
      || CASE WHEN l.changes IS NULL THEN '{}'
        ELSE jsonb_build_object('changes', l.changes) END AS statements
    FROM p CROSS JOIN o CROSS JOIN i,
      unnest(ARRAY[reeve.import_stage(import_id), reeve.import_stage(import_id) || '_next'])
      x(stage)
    CROSS JOIN LATERAL reeve.import_changes(mapping, x.stage) l(changes)
  )
  SELECT w.statements || jsonb_build_object(
    'beside', b.statements || jsonb_build_object(
      'refs', reeve.import_find_statements(import_id, mapping, '_next')),
    'fresh', format($f$
      WITH %1$s,
      n AS (SELECT s.*, row_number() OVER (PARTITION BY %2$s ORDER BY "#") AS "#n" FROM s),
      written AS (
        INSERT INTO %3$s AS t (%4$s) OVERRIDING SYSTEM VALUE
        SELECT %4$s FROM n WHERE "#n" = 1 ORDER BY "#"
        ON CONFLICT (%2$s) DO NOTHING
        RETURNING %6$s AS id
      )
      SELECT (SELECT count(*) FROM s) AS total, (SELECT count(*) FROM written) AS inserted,
        0::bigint AS changed, '{}'::bigint[] AS kept, '{}'::bigint[] AS held,
        ARRAY(SELECT DISTINCT w.id FROM written w) AS ids,
        ARRAY(SELECT s."#" FROM n s
          WHERE s."#n" > 1 OR EXISTS (SELECT FROM %3$s t WHERE %5$s)) AS repeated
    $f$, staged.sql, p.keys, reeve.import_table(mapping), p.columns, p.matches, r.id),
    'upsert', format($f$
      WITH %1$s,
      met AS (
        INSERT INTO %6$s_seen(%2$s, "#") SELECT %2$s, "#" FROM s t WHERE %10$s ORDER BY "#"
        ON CONFLICT (%2$s) DO NOTHING
        RETURNING "#"
      ),
      n AS MATERIALIZED (
        SELECT s.*, t.ctid IS NOT NULL AND %7$s AS "#same",
          t.ctid IS NOT NULL AND NOT (%7$s) AND %9$s AS "#held"
        FROM met JOIN s USING ("#") LEFT JOIN %3$s t ON %5$s
      ),
      written AS (
        INSERT INTO %3$s AS t (%4$s) OVERRIDING SYSTEM VALUE
        SELECT %4$s FROM n WHERE NOT "#same" AND NOT "#held" ORDER BY "#"
        ON CONFLICT (%2$s) DO %8$s
        RETURNING %12$s AS is_new, %11$s AS id
      )
      SELECT (SELECT count(*) FROM s) AS total, count(*) FILTER (WHERE w.is_new) AS inserted,
        count(*) FILTER (WHERE NOT w.is_new) AS changed,
        ARRAY(SELECT "#" FROM n WHERE "#same") AS kept,
        ARRAY(SELECT "#" FROM n WHERE "#held") AS held,
        coalesce(array_agg(DISTINCT w.id) FILTER (WHERE w.id IS NOT NULL), '{}') AS ids,
        ARRAY(SELECT "#" FROM s WHERE "#" NOT IN (SELECT "#" FROM met)) AS repeated
      FROM written w
    $f$, staged.sql, p.keys, reeve.import_table(mapping), p.columns, p.matches,
      reeve.import_stage(import_id), p.equals,
      p.conflict, h.held, k.is_new, r.id, r.is_new),
    'compare', format($f$
      WITH %1$s
      SELECT s."#", CASE WHEN t.ctid IS NULL THEN 'its row is missing' ELSE 'its row differs' END
      FROM s LEFT JOIN %2$s t ON %3$s
      WHERE t.ctid IS NULL OR NOT (%4$s)
    $f$, staged.sql, reeve.import_table(mapping), p.matches, p.alike),
    'empty', format('SELECT NOT EXISTS (SELECT FROM %s)', reeve.import_table(mapping)),
    'refs', reeve.import_find_statements(import_id, mapping),
    'children', coalesce((
      SELECT jsonb_agg(reeve.import_child_statements(import_id, x.target, staged.sql)
        ORDER BY x.child)
      FROM reeve.import_targets(mapping) x WHERE x.child > 0), '[]'))
    || CASE WHEN r.is_parted THEN jsonb_build_object('ids', format($f$
      WITH %s
      SELECT coalesce(array_agg(DISTINCT t.xmin::text::bigint), '{}') FROM s JOIN %s t ON %s
      WHERE s."#" <> ALL ($3)
    $f$, staged.sql, reeve.import_table(mapping), p.matches)) ELSE '{}' END
  FROM p, staged, h, k, returned r
  JOIN whole w ON w.stage = reeve.import_stage(import_id)
  JOIN whole b ON b.stage <> w.stage
$$;

COMMENT ON FUNCTION reeve.import_statements(int, jsonb, text) IS
  'Returns the statements that the app writer runs over the staged records $1 to $2, by kind. '
  'span: the first, the last, how many. insert: all of them, of which none may be there; where '
  'is_noted, it does what note does, too, and returns how many. fresh: those whose key is not '
  'there. upsert: those whose key no earlier record of the import had. Both return how many were '
  'staged, are new and changed, the records that were equal (kept), whose row stays (held) and '
  'that repeated a key, and the transactions that wrote (ids); sample: that of insert. changes: '
  'reeve.import_changes, where a column changes values. note: their digests, with the content''s '
  'and, where the row is as the record says, the hash of the row, but for those of $4, where the '
  'import notes them. beside: span, insert, is_noted, sample, changes, note and refs for the chunk '
  'after. compare: records whose row is missing or differs. empty: whether the target holds no '
  'row. ids, only where the target is partitioned: the transactions that wrote what fresh or '
  'upsert wrote, which is all but the records $3. refs: reeve.import_find_statements. children: '
  'reeve.import_child_statements.';
