-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.migrate_rows(copy_id int, keys text[])
RETURNS TABLE(key text, "row" jsonb)
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp SET enable_seqscan = off SET jit = off
AS $$
  SELECT r.key, r.row
  FROM reeve.live_copy c
  CROSS JOIN LATERAL (
    SELECT x.side, CASE x.side WHEN 'target' THEN c.target ELSE c.source END AS relation,
      CASE x.side WHEN 'target' THEN 't' ELSE 's' END AS alias,
      reeve.migrate_keys(c.mapping, x.side) AS keys
    FROM (SELECT CASE c.phase WHEN 'live' THEN 'target' ELSE 'source' END) x(side)) l
  CROSS JOIN LATERAL jsonb_to_recordset(reeve.app_call(c.app, format(
    '(SELECT %s AS key, to_jsonb(r.*) AS row FROM %s %s CROSS JOIN LATERAL (SELECT %s) r WHERE %s)',
    reeve.migrate_key(l.alias, l.keys), reeve.migrate_unit(c.mapping, l.side, l.relation, NULL),
    l.alias,
    (SELECT string_agg(CASE WHEN c.phase = 'live' THEN format('t.%I', m.name)
        ELSE format('(%s)::%s AS %I', m.value_sql, m.type, m.name) END, ', ' ORDER BY m.place)
      FROM reeve.migrate_columns(c.mapping, c.source, c.target) m WHERE NOT m.is_back),
    reeve.catalog_keys(l.alias, l.keys, reeve.catalog_types(l.relation, l.keys))),
    keys => migrate_rows.keys)) r(key text, "row" jsonb)
  WHERE c.copy_id = migrate_rows.copy_id
$$;

COMMENT ON FUNCTION reeve.migrate_rows(int, text[]) IS
  'Reads rows of a copy''s live table by their keys, in the form of its target; missing rows are '
  'left out.';
