CREATE OR REPLACE FUNCTION reeve.migrate_statements(
  mapping jsonb, source regclass, target regclass, is_back boolean, suffix text DEFAULT NULL)
RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  reader regclass := CASE WHEN is_back THEN target ELSE source END;
  writer regclass := CASE WHEN is_back THEN source ELSE target END;
  reader_side text := CASE WHEN is_back THEN 'target' ELSE 'source' END;
  writer_side text := CASE WHEN is_back THEN 'source' ELSE 'target' END;
  -- Only the source is going to be renamed.
  reader_suffix text := CASE WHEN NOT is_back THEN suffix END;
  writer_suffix text := CASE WHEN is_back THEN suffix END;
  reader_name text := reeve.migrate_unit(mapping, reader_side, reader, reader_suffix);
  writer_name text := reeve.migrate_unit(mapping, writer_side, writer, writer_suffix);
  a text := CASE WHEN is_back THEN 't' ELSE 's' END;
  rk text[] := reeve.migrate_keys(mapping, reader_side);
  wk text[] := reeve.migrate_keys(mapping, writer_side);
  rt text[] := reeve.catalog_types(reader, rk);
  wt text[] := reeve.catalog_types(writer, wk);
  values jsonb;
  -- The same, but values that the live table's row does not contradict stay as they are.
  kept jsonb;
  -- The live table and, on the way back, the row that will be written.
  reads text;
  read_digest text;
  kept_digest text;
  write_digest text;
  read_range text;
  write_range text;
  read_keys text := reeve.catalog_keys(a, rk, rt);
  write_keys text := reeve.catalog_keys('w', wk, wt);
  differing CONSTANT text := 'SELECT coalesce(r.key, w.key) FROM (SELECT %s AS key, '
    'ROW(%s)::text AS v FROM %s WHERE %s) r FULL JOIN (SELECT %s AS key, ROW(%s)::text AS v '
    'FROM %s w WHERE %s) w USING (key) WHERE r.v IS DISTINCT FROM w.v';
BEGIN
  SELECT jsonb_object_agg(c.name, c.value_sql), jsonb_object_agg(c.name, k.value_sql),
    -- A json value can have many texts, a jsonb value only one.
    string_agg(format('(%s)::%s%s', c.value_sql, c.type, j.cast_sql), ', ' ORDER BY c.place),
    string_agg(format('(%s)::%s%s', k.value_sql, c.type, j.cast_sql), ', ' ORDER BY c.place),
    string_agg(format('w.%I%s', c.name, j.cast_sql), ', ' ORDER BY c.place)
  INTO values, kept, read_digest, kept_digest, write_digest
  FROM reeve.migrate_columns(mapping, source, target) c
  LEFT JOIN (
    SELECT * FROM reeve.migrate_kept(mapping, source, target) WHERE migrate_statements.is_back) o
    ON o.name = c.name
  CROSS JOIN LATERAL (SELECT coalesce(o.value_sql, c.value_sql)) k(value_sql)
  CROSS JOIN LATERAL (SELECT CASE c.type WHEN 'json' THEN '::jsonb' ELSE '' END) j(cast_sql)
  WHERE c.is_back = migrate_statements.is_back AND NOT c.is_generated AND c.value_sql IS NOT NULL;
  SELECT format('%s %s', reader_name, a) || CASE WHEN is_back THEN format(
    ' LEFT JOIN %s s ON %s', writer_name, string_agg(format('s.%I = t.%I', wk[k.place], k.name),
    ' AND ')) ELSE '' END
  INTO reads FROM unnest(rk) WITH ORDINALITY k(name, place);
  -- $1 and $2: keys (text[], a text a column) between which rows lie; NULL = no bound.
  SELECT format('($1::text[] IS NULL OR (%1$s) > (%2$s)) '
    'AND ($2::text[] IS NULL OR (%1$s) <= (%3$s))',
    string_agg(format('%s.%I', a, k.name), ', ' ORDER BY k.place),
    string_agg(format('($1)[%s]::%s', k.place, rt[k.place]), ', ' ORDER BY k.place),
    string_agg(format('($2)[%s]::%s', k.place, rt[k.place]), ', ' ORDER BY k.place))
  INTO read_range FROM unnest(rk) WITH ORDINALITY k(name, place);
  SELECT format('($1::text[] IS NULL OR (%1$s) > (%2$s)) '
    'AND ($2::text[] IS NULL OR (%1$s) <= (%3$s))',
    string_agg(format('w.%I', k.name), ', ' ORDER BY k.place),
    string_agg(format('($1)[%s]::%s', k.place, wt[k.place]), ', ' ORDER BY k.place),
    string_agg(format('($2)[%s]::%s', k.place, wt[k.place]), ', ' ORDER BY k.place))
  INTO write_range FROM unnest(wk) WITH ORDINALITY k(name, place);
  RETURN jsonb_build_object(
    'page', (
      SELECT format(
        'SELECT ARRAY[%1$s] FROM %2$s %3$s WHERE $1::text[] IS NULL OR (%4$s) > (%5$s) '
        'ORDER BY %4$s OFFSET $2 - 1 LIMIT 1',
        string_agg(format('%s.%I::text', a, k.name), ', ' ORDER BY k.place),
        reader_name, a,
        string_agg(format('%s.%I', a, k.name), ', ' ORDER BY k.place),
        string_agg(format('($1)[%s]::%s', k.place, rt[k.place]), ', ' ORDER BY k.place))
      FROM unnest(rk) WITH ORDINALITY k(name, place)),
    'keys', format('SELECT array_agg(%s) FROM %s %s WHERE %s', reeve.migrate_key(a, rk),
      reader_name, a, read_range),
    'occupied', format('SELECT EXISTS (SELECT FROM %s w WHERE %s)', writer_name, write_range),
    'insert', reeve.migrate_once(reeve.migrate_write(mapping, writer_side, writer, writer_suffix,
      values, format('%s %s', reader_name, a), read_range, NULL)),
    'copy', reeve.migrate_once(reeve.migrate_write(mapping, writer_side, writer, writer_suffix,
      values, format('%s %s', reader_name, a), read_range, 'nothing')),
    'delete', (
      SELECT reeve.migrate_once(array_agg(format(
        'DELETE FROM %s w WHERE %s AND NOT EXISTS (SELECT FROM %s %s WHERE %s)', p.name,
        reeve.catalog_keys('w', p.keys, reeve.catalog_types(p.relation, p.keys)), reader_name, a,
        (SELECT string_agg(format('%s.%I = w.%I', a, k.name, p.keys[k.place]), ' AND '
          ORDER BY k.place) FROM unnest(rk) WITH ORDINALITY k(name, place)))))
      FROM reeve.migrate_parts(mapping, writer_side, writer, writer_suffix) p),
    'upsert', reeve.migrate_once(reeve.migrate_write(mapping, writer_side, writer, writer_suffix,
      kept, reads, read_keys, 'update')),
    'remove', (
      SELECT reeve.migrate_once(array_agg(format('DELETE FROM %s w WHERE %s', p.name,
        reeve.catalog_keys('w', p.keys, reeve.catalog_types(p.relation, p.keys)))))
      FROM reeve.migrate_parts(mapping, writer_side, writer, writer_suffix) p),
    'same', format(
      'SELECT r.n, r.n = w.n AND r.d IS NOT DISTINCT FROM w.d FROM '
      '(SELECT count(*) AS n, bit_xor(hashtextextended(ROW(%s)::text, 0)) AS d FROM %s %s '
      'WHERE %s) r, (SELECT count(*) AS n, bit_xor(hashtextextended(ROW(%s)::text, 0)) AS d '
      'FROM %s w WHERE %s) w',
      read_digest, reader_name, a, read_range, write_digest, writer_name, write_range),
    'differing', format(differing, reeve.migrate_key(a, rk), kept_digest, reads, read_range,
      reeve.migrate_key('w', wk), write_digest, writer_name, write_range),
    'differing_keys', format(differing, reeve.migrate_key(a, rk), kept_digest, reads, read_keys,
      reeve.migrate_key('w', wk), write_digest, writer_name, write_keys));
END
$$;

COMMENT ON FUNCTION reeve.migrate_statements(jsonb, regclass, regclass, boolean, text) IS
  'The statements by which the app writer brings units (rows with those of their parts) from the '
  'live side to the one that follows, and compares the two. A unit''s digest is of its text, '
  'including the key, with both sides cast to the types of the one that follows. On the way back '
  'a column of the source keeps its value if that still yields the target''s. suffix: that of '
  'the source''s future name, as in reeve.migrate_parts.';
