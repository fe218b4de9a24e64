CREATE OR REPLACE FUNCTION reeve.remote_statements(mapping jsonb, facts jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  source regclass := reeve.migrate_table(mapping, 'source');
  reader text := format('%s s', reeve.migrate_unit(mapping, 'source', source));
  target text := format('%I.%I', mapping #>> '{target,schema}', mapping #>> '{target,table}');
  rk text[] := reeve.migrate_keys(mapping, 'source');
  rt text[] := reeve.catalog_types(source, rk);
  wk text[] := reeve.migrate_keys(mapping, 'target');
  wt text[] := ARRAY(
    SELECT f.base FROM unnest(wk) WITH ORDINALITY k(name, place)
    JOIN jsonb_to_recordset(facts -> 'columns') f(name text, base text) ON f.name = k.name
    ORDER BY k.place);
  source_key text := reeve.migrate_key('s', rk);
  target_key text := reeve.migrate_key('w', wk);
  -- A row of the target by the key in a column `key` of k.
  is_row text := (SELECT string_agg(format('w.%I = (%s)::%s', k.name, CASE WHEN cardinality(wk) = 1
      THEN 'k.key' ELSE format('k.key::jsonb ->> %s', k.place - 1) END, wt[k.place]), ' AND '
    ORDER BY k.place) FROM unnest(wk) WITH ORDINALITY k(name, place));
  -- Each line is read once.
  arrived text := 'SELECT s.key, s.line::text[] AS texts FROM pg_temp.reeve_stage s';
  digest CONSTANT text := 'left(encode(sha256(convert_to(%s, ''UTF8'')), ''hex''), 32)';
  -- As one text, that of an array: a table has room for 1,600 columns, and a page for few texts.
  line CONSTANT text := 'ARRAY[%s]::text';
  names text;
  staged text;
  updates text;
  source_line text;
  target_line text;
  staged_line text;
BEGIN
  SELECT string_agg(quote_ident(c.name), ', ' ORDER BY c.place),
    string_agg(format('k.texts[%s]::%s', c.place, c.base), ', ' ORDER BY c.place),
    string_agg(format('%1$I = EXCLUDED.%1$I', c.name), ', ') FILTER (WHERE NOT c.is_key),
    format(line, string_agg(c.value_sql, ', ' ORDER BY c.place)),
    format(line, string_agg(format('w.%I::text', c.name), ', ' ORDER BY c.place)),
    format(line, string_agg(format('k.texts[%s]::%s::text', c.place, c.type), ', '
      ORDER BY c.place))
  INTO names, staged, updates, source_line, target_line, staged_line
  FROM reeve.remote_columns(mapping, facts) c;
  RETURN jsonb_build_object(
    -- Here, as the app's writer.
    'page', (
      SELECT format(
        'SELECT ARRAY[%1$s] FROM %2$s WHERE $1::text[] IS NULL OR (%3$s) > (%4$s) '
        'ORDER BY %3$s OFFSET $2 - 1 LIMIT 1',
        string_agg(format('s.%I::text', k.name), ', ' ORDER BY k.place), reader,
        string_agg(format('s.%I', k.name), ', ' ORDER BY k.place),
        string_agg(format('($1)[%s]::%s', k.place, rt[k.place]), ', ' ORDER BY k.place))
      FROM unnest(rk) WITH ORDINALITY k(name, place)),
    'keys', (
      SELECT format('SELECT array_agg(%s) FROM %s WHERE ($1::text[] IS NULL OR (%3$s) > (%4$s)) '
        'AND ($2::text[] IS NULL OR (%3$s) <= (%5$s))', source_key, reader,
        string_agg(format('s.%I', k.name), ', ' ORDER BY k.place),
        string_agg(format('($1)[%s]::%s', k.place, rt[k.place]), ', ' ORDER BY k.place),
        string_agg(format('($2)[%s]::%s', k.place, rt[k.place]), ', ' ORDER BY k.place))
      FROM unnest(rk) WITH ORDINALITY k(name, place)),
    -- As COPY reads a text.
    'rows', format($f$SELECT %s AS key, to_jsonb(replace(replace(replace(replace(%s,
      E'\\', E'\\\\'), E'\t', E'\\t'), E'\n', E'\\n'), E'\r', E'\\r')) AS row FROM %s WHERE %s$f$,
      source_key, source_line, reader, reeve.catalog_keys('s', rk, rt)),
    'digests', format('SELECT %s AS key, to_jsonb(%s) AS row FROM %s WHERE %s', source_key,
      format(digest, source_line), reader, reeve.catalog_keys('s', rk, rt)),
    'there', format('SELECT %s AS key, to_jsonb(TRUE) AS row FROM %s WHERE %s', source_key, reader,
      reeve.catalog_keys('s', rk, rt)),
    'watched', (
      SELECT jsonb_agg(jsonb_build_array(p.name, a.attname, format_type(a.atttypid, a.atttypmod))
        ORDER BY p.place, a.attnum)
      FROM reeve.migrate_parts(mapping, 'source', source) p
      JOIN pg_attribute a ON a.attrelid = p.relation AND a.attnum > 0 AND NOT a.attisdropped),
    -- There.
    'target', target,
    'sequences', (
      SELECT coalesce(jsonb_object_agg(f.name, f.sequence), '{}')
      FROM jsonb_to_recordset(facts -> 'columns') f(name text, sequence text)
      WHERE f.sequence IS NOT NULL),
    'there_stage', 'CREATE TEMPORARY TABLE IF NOT EXISTS pg_temp.reeve_stage(key text NOT NULL, '
      'line text NOT NULL) ON COMMIT DELETE ROWS',
    'there_occupied', format('SELECT EXISTS (SELECT FROM %s)', target),
    'there_put', format('INSERT INTO %s(%s) OVERRIDING SYSTEM VALUE SELECT %s '
      'FROM (%s WHERE s.key = ANY ($1) OFFSET 0) k ON CONFLICT (%s) DO %s', target, names, staged,
      arrived, (SELECT string_agg(quote_ident(k), ', ') FROM unnest(wk) k),
      -- Where there is nothing but the key: so that the row is counted.
      coalesce('UPDATE SET ' || updates, format('UPDATE SET %1$I = EXCLUDED.%1$I', wk[1]))),
    'there_remove', format('DELETE FROM %s w WHERE %s', target,
      replace(reeve.catalog_keys('w', wk, wt), 'unnest($1)', 'unnest($1::text[])')),
    'there_wipe', format('DELETE FROM %s', target),
    'there_page', (
      SELECT format('SELECT %s, ARRAY[%s] FROM %s w WHERE $1::text[] IS NULL OR (%4$s) > (%5$s) '
        'ORDER BY %4$s LIMIT $2', target_key,
        string_agg(format('w.%I::text', k.name), ', ' ORDER BY k.place), target,
        string_agg(format('w.%I', k.name), ', ' ORDER BY k.place),
        string_agg(format('($1)[%s]::%s', k.place, wt[k.place]), ', ' ORDER BY k.place))
      FROM unnest(wk) WITH ORDINALITY k(name, place)),
    'there_digests', format('SELECT k.key FROM unnest($1::text[], $2::text[]) k(key, digest) '
      'WHERE k.digest IS DISTINCT FROM (SELECT %s FROM %s w WHERE %s)',
      format(digest, target_line), target, is_row),
    'there_unlike', format('SELECT k.key FROM (%s OFFSET 0) k '
      'WHERE %s IS DISTINCT FROM (SELECT %s FROM %s w WHERE %s)', arrived, staged_line, target_line,
      target, is_row));
END
$$;

COMMENT ON FUNCTION reeve.remote_statements(jsonb, jsonb) IS
  'The statements that the app writer runs here, and the login of a copy there (there_…), to '
  'bring rows to another database and to compare them. A row travels by COPY as the text of its '
  'columns'' texts, which the types of the target read there.';
