CREATE OR REPLACE FUNCTION reeve.migrate_write(
  mapping jsonb, side text, main regclass, suffix text, vals jsonb, reads text, condition text,
  conflict text)
RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  keys text[] := reeve.migrate_keys(mapping, side);
  p record;
  names text[];
  sources text[];
  rows_from text;
  chosen text;
  matches text;
  found text;
  unique_names text[];
  settable text[];
  result text[] := '{}';
BEGIN
  FOR p IN SELECT * FROM reeve.migrate_parts(mapping, side, main, suffix) q ORDER BY q.place LOOP
    rows_from := reads;
    chosen := condition;
    unique_names := p.keys;
    IF p.place = 0 THEN
      names := '{}';
      sources := '{}';
    ELSE
      names := p.keys;
      sources := ARRAY(SELECT vals ->> k.name FROM unnest(keys) WITH ORDINALITY k(name, place)
        ORDER BY k.place);
      matches := (SELECT string_agg(format('w.%I = %s', k.name, sources[k.place]), ' AND ')
        FROM unnest(p.keys) WITH ORDINALITY k(name, place));
    END IF;
    IF p.is_list THEN
      rows_from := format('%s CROSS JOIN LATERAL jsonb_array_elements('
        'reeve.cell_migrate_exact(%L, (%s)::jsonb, %s)) WITH ORDINALITY e(v, place)', reads, p.part,
        vals ->> p.part,
        reeve.migrate_stored(p.relation, p.shown, p.list, p.numbered, vals ->> p.part));
      names := names || p.shown || array_remove(ARRAY[p.numbered], NULL);
      sources := sources || ARRAY(
        SELECT reeve.migrate_member(p.relation, s.name)
        FROM unnest(p.shown) WITH ORDINALITY s(name, place) ORDER BY s.place)
        || CASE WHEN p.numbered IS NULL THEN '{}' ELSE ARRAY['e.place'] END;
      matches := matches || (SELECT string_agg(format(' AND w.%I = %s', l,
        CASE WHEN l = p.numbered THEN 'e.place' ELSE reeve.migrate_member(p.relation, l) END), '')
        FROM unnest(p.list) l);
    ELSE
      SELECT names || coalesce(array_agg(a.column_name ORDER BY a.place), '{}'),
        sources || coalesce(array_agg(vals ->> a.name ORDER BY a.place), '{}')
      INTO names, sources
      FROM reeve.migrate_attributes(mapping, side, main) a
      WHERE a.part = p.part AND a.column_name IS NOT NULL AND vals ? a.name;
      IF p.place > 0 AND vals ->> p.part <> '(TRUE)' THEN
        chosen := format('%s AND reeve.cell_migrate_there(%L, %s, %s)', condition, p.part,
          vals ->> p.part, coalesce(reeve.call_expression(
            'num_nonnulls', sources[cardinality(keys) + 1:], ' + '), '0'));
      END IF;
    END IF;
    IF p.place > 0 AND conflict = 'update' THEN
      -- Driven by the existing rows: those that the live table no longer has are deleted.
      result := result || format('DELETE FROM %s w WHERE %s AND NOT EXISTS ('
        'SELECT FROM %s WHERE %s AND %s)', p.name, reeve.catalog_keys('w', p.keys,
        reeve.catalog_types(p.relation, p.keys)), rows_from, chosen, matches);
    END IF;
    IF p.is_list AND conflict IS NOT NULL THEN
      -- Never by a unique key alone, which could take over the row of another unit.
      settable := ARRAY(
        SELECT a.attname::text FROM pg_attribute a
        WHERE a.attrelid = p.relation AND a.attname = ANY (p.shown) AND a.attname <> ALL (p.list)
          AND a.attidentity <> 'a' ORDER BY a.attnum);
      IF conflict = 'update' AND settable <> '{}' THEN
        result := result || format('UPDATE %s w SET %s FROM %s WHERE %s AND %s '
          'AND %s IS DISTINCT FROM e.v', p.name, (
            SELECT string_agg(format('%I = %s', s, reeve.migrate_member(p.relation, s)), ', ')
            FROM unnest(settable) s), rows_from, chosen, matches,
          reeve.migrate_element(p.relation, p.shown, 'w'));
      END IF;
      chosen := format('%s AND NOT EXISTS (SELECT FROM %s w WHERE %s)', chosen, p.name, matches);
    END IF;
    SELECT string_agg(format('%1$I = EXCLUDED.%1$I', n), ', ') INTO found
    FROM unnest(names) n WHERE n <> ALL (unique_names);
    result := result || (format('INSERT INTO %s(%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s '
      'WHERE %s', p.name, (SELECT string_agg(quote_ident(n), ', ') FROM unnest(names) n),
      array_to_string(sources, ', '), rows_from, chosen)
      || CASE WHEN conflict IS NULL OR p.is_list THEN '' ELSE format(' ON CONFLICT (%s) DO %s',
        (SELECT string_agg(quote_ident(n), ', ') FROM unnest(unique_names) n),
        CASE WHEN conflict = 'update' THEN coalesce('UPDATE SET ' || found, 'NOTHING')
          ELSE 'NOTHING' END) END);
  END LOOP;
  RETURN result;
END
$$;

COMMENT ON FUNCTION reeve.migrate_write(
  jsonb, text, regclass, text, jsonb, text, text, text) IS
  'Statements that write units to a side: vals has one expression per column, over what is read '
  'from reads if condition holds. conflict: NULL = the unit does not exist yet; nothing = '
  'existing rows stay; update = they become what is read, and rows with the keys $1 that a part '
  'has and the other side lacks are deleted.';
