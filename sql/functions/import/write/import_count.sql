CREATE OR REPLACE FUNCTION reeve.import_count(
  import_id int, inserted bigint, changed bigint, same bigint, ids bigint[],
  changes jsonb)
RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  UPDATE reeve.import i
  SET inserted = i.inserted + import_count.inserted, changed = i.changed + import_count.changed,
    same = i.same + import_count.same,
    changes = CASE import_count.changes WHEN '{}' THEN i.changes
      ELSE reeve.import_sum(i.changes, import_count.changes) END,
    read = i.read + import_count.inserted + import_count.changed + import_count.same
  WHERE i.import_id = import_count.import_id;
  INSERT INTO reeve.import_transaction(app, table_name, id)
  SELECT i.app, i.mapping ->> 'table', x.id
  FROM reeve.import i CROSS JOIN unnest(ids) x(id)
  WHERE i.import_id = import_count.import_id
  ON CONFLICT DO NOTHING
$$;

COMMENT ON FUNCTION reeve.import_count(int, bigint, bigint, bigint, bigint[], jsonb) IS
  'Counts records that an import has written, and the values that columns changed, and notes the '
  'transactions that wrote them.';
