CREATE OR REPLACE FUNCTION reeve.catalog_flag_statement(manifest jsonb, name text)
RETURNS TABLE(subject text, select_sql text, learn_sql text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  f record;
  o record;
  keys text[];
  relation text;
  among text;
  chosen text;
  key_sql text;
  spec jsonb;
BEGIN
  SELECT * INTO STRICT f FROM reeve.catalog_flags(manifest) l
  WHERE l.name = catalog_flag_statement.name;
  spec := f.spec;
  relation := reeve.catalog_table(manifest, f.collection);
  keys := reeve.catalog_columns(manifest #> ARRAY['collections', f.collection, 'key']);
  key_sql := reeve.catalog_key(keys);
  chosen := reeve.catalog_keys('t', keys, reeve.catalog_types(relation::regclass, keys));
  among := reeve.catalog_keys_or_all(relation, keys,
    reeve.catalog_types(relation::regclass, keys));
  subject := f.collection;
  CASE f.kind
    WHEN 'words' THEN
      select_sql := format(
        E'SELECT %s, array_to_string(ARRAY[%s], E''\\n''), %s FROM %s t WHERE %s', key_sql,
        (SELECT string_agg(format('(%s)::text', e), ', ')
          FROM jsonb_array_elements_text(spec -> 'in') e),
        'NULL::numeric, NULL::timestamptz, NULL::timestamptz, NULL::timestamptz', relation, among);
    WHEN 'price' THEN
      select_sql := format('SELECT %s, coalesce((%s)::text, ''''), (%s)::numeric, %s FROM %s t '
        'WHERE %s AND (%3$s)::numeric IS NOT NULL', key_sql, spec ->> 'group', spec ->> 'value',
        'NULL::timestamptz, NULL::timestamptz, NULL::timestamptz', relation, among);
      learn_sql := format('SELECT coalesce((%s)::text, ''''), '
        'percentile_disc(0.5) WITHIN GROUP (ORDER BY (%s)::numeric), count(*) FROM %s t '
        'WHERE (%2$s)::numeric IS NOT NULL GROUP BY 1 HAVING count(*) >= %4$s', spec ->> 'group',
        spec ->> 'value', relation, (spec ->> 'least')::int);
    WHEN 'flood' THEN
      SELECT * INTO o FROM reeve.catalog_owner(manifest, f.collection, spec ->> 'by');
      subject := o.name;
      keys := reeve.catalog_columns(manifest #> ARRAY['collections', o.name, 'key']);
      -- The most rows in any such span; rows that were reported before are not counted again.
      select_sql := format($f$
        SELECT a.key, NULL::text, w.n::numeric, w.since, w.upto, a.born
        FROM (
          SELECT %1$s AS key, (%2$s)::timestamptz AS born, %3$s FROM %4$s t
          -- Below an OR, a subquery would be compared with every row.
          WHERE (%5$s) IN (SELECT %6$s FROM %7$s WHERE %8$s
              UNION ALL SELECT %5$s FROM %4$s t WHERE $1 IS NULL)
            AND (%2$s)::timestamptz > $2 - interval %9$L) a
        CROSS JOIN LATERAL (
          SELECT x.n, x.since, x.upto
          FROM (
            SELECT count(*) OVER span, min(r.at) OVER span, r.at
            FROM (SELECT (%10$s)::timestamptz AS at FROM %7$s WHERE (%6$s) = (%11$s)) r
            WHERE r.at > greatest($2 - interval %9$L - interval %12$L,
              ($7[1] ->> a.key)::timestamptz)
              AND r.at <= $2
            WINDOW span AS (
              ORDER BY r.at RANGE BETWEEN interval %12$L PRECEDING AND CURRENT ROW)
          ) x(n, since, upto)
          ORDER BY x.n DESC, x.upto DESC LIMIT 1) w
        WHERE w.n > %13$s
      $f$, reeve.catalog_key(keys), spec ->> 'born',
        (SELECT string_agg(format('t.%I AS k%s', k.name, k.place), ', ')
          FROM unnest(keys) WITH ORDINALITY k(name, place)),
        reeve.catalog_table(manifest, o.name),
        (SELECT string_agg(format('t.%I', k), ', ') FROM unnest(keys) k),
        array_to_string(o.columns, ', '), o.from_sql, chosen,
        (spec ->> 'younger')::interval, spec ->> 'at',
        (SELECT string_agg('a.k' || n, ', ') FROM generate_series(1, cardinality(keys)) n),
        (spec ->> 'within')::interval, (spec ->> 'more_than')::int);
    WHEN 'group' THEN
      subject := manifest #>> ARRAY['collections', f.collection, 'parents', spec ->> 'by',
        'collection'];
      select_sql := reeve.catalog_flag_group(manifest, f.collection, spec);
    WHEN 'sql' THEN
      subject := coalesce(spec ->> 'about', f.collection);
      select_sql := format('SELECT f.key, f.reason, f.value, NULL::timestamptz, '
        'NULL::timestamptz, NULL::timestamptz FROM %I.%I($1) f', manifest ->> 'schema',
        spec ->> 'function');
    WHEN 'rule' THEN select_sql := reeve.catalog_flag_rule(spec);
    WHEN 'alike' THEN
      -- Whichever of a pair was written, the later one is reported.
      select_sql := format($f$
        SELECT DISTINCT ON (p.later) p.later, format('like %%s:%%s, %%s m away', %L, p.earlier,
          round(p.distance)), NULL::numeric, NULL::timestamptz, NULL::timestamptz,
          NULL::timestamptz
        FROM (
          SELECT CASE WHEN a.is_later THEN a.key ELSE a.other END,
            CASE WHEN a.is_later THEN a.other ELSE a.key END, a.distance, a.likeness
          FROM (%s) a) p(later, earlier, distance, likeness)
        ORDER BY p.later, p.likeness DESC, p.distance, p.earlier
        $f$, f.collection, reeve.alike_statement(manifest, f.collection, among, '<>'));
    ELSE NULL; -- `banned` flags have no statement.
  END CASE;
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.catalog_flag_statement(jsonb, text) IS
  'Compiles one flag: the collection that it reports, and the statements that reeve.flag keeps.';
