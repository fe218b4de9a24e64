CREATE OR REPLACE FUNCTION reeve.catalog_check_collections(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  owner_name text := manifest ->> 'owner';
  coll record;
  relation regclass;
  item record;
  types text[];
  keys text[];
  paths text[] := '{}';
  statements text[] := '{}';
BEGIN
  FOR coll IN SELECT c.key AS name, c.value AS spec, '/collections/' || c.key AS at
    FROM jsonb_each(manifest -> 'collections') c
  LOOP
    relation := to_regclass(reeve.catalog_table(manifest, coll.name));
    IF relation IS NULL THEN
      RETURN QUERY SELECT coll.at || '/table', 'missing',
        format('there is no table %s', reeve.catalog_table(manifest, coll.name));
      CONTINUE;
    END IF;
    RETURN QUERY
      SELECT coll.at || '/table', 'type', format('%s is %s', relation, CASE c.relkind
        WHEN 'f' THEN 'a foreign table, whose rows are not in this database: nothing here sees '
          'them change'
        WHEN 'v' THEN 'a view: the tables that it reads are what can be acted on'
        WHEN 'm' THEN 'a materialized view: the tables that it reads are what can be acted on'
        ELSE 'not a table' END)
      FROM pg_class c WHERE c.oid = relation AND c.relkind NOT IN ('r', 'p');
    IF FOUND THEN
      CONTINUE;
    END IF;
    -- What one hides the other would show: each keeps the value that the column had before.
    RETURN QUERY
      SELECT coll.at || '/table', 'taken', format('%s is the table of %s, and a row is one subject',
        relation, o.name)
      FROM (
        SELECT 1, e.key
        FROM jsonb_object_keys(manifest -> 'collections') e(key)
        WHERE e.key < coll.name
          AND to_regclass(reeve.catalog_table(manifest, e.key)) = relation
        UNION ALL
        SELECT 2, format('%s/%s', c.app, c.name)
        FROM reeve.collection c
        WHERE c.is_live AND c.app <> manifest ->> 'app'
          AND c.relation = to_regclass(reeve.catalog_table(manifest, coll.name))) o(place, name)
      ORDER BY o.place, o.name LIMIT 1;
    -- Every path in a collection that names columns of its own table.
    FOR item IN
      SELECT coll.at || '/' || f.field || CASE jsonb_typeof(coll.spec -> f.field)
          WHEN 'array' THEN '/' || (n.place - 1) ELSE '' END AS at, n.name
      FROM unnest(ARRAY['key', 'show', 'personal', 'touched', 'find',
        'find_plain', 'visible', 'photos']) f(field)
      CROSS JOIN LATERAL unnest(reeve.catalog_columns(coll.spec -> f.field))
        WITH ORDINALITY n(name, place)
      UNION ALL
      SELECT format('%s/search/%s/%s', coll.at, w.key, n.place - 1), n.name
      FROM jsonb_each(CASE jsonb_typeof(coll.spec -> 'search')
        WHEN 'object' THEN (coll.spec -> 'search')
          - '{language,public,roles,where,limit}'::text[] ELSE '{}' END) w
      CROSS JOIN LATERAL unnest(reeve.catalog_columns(w.value)) WITH ORDINALITY n(name, place)
      WHERE n.name NOT IN (SELECT d.name FROM reeve.catalog_joined(manifest, coll.name) d)
      UNION ALL
      SELECT format('%s/parents/%s/columns/%s', coll.at, p.key, n.place - 1), n.name
      FROM jsonb_each(coalesce(coll.spec -> 'parents', '{}')) p
      CROSS JOIN LATERAL unnest(reeve.catalog_columns(p.value -> 'columns'))
        WITH ORDINALITY n(name, place)
      UNION ALL
      SELECT coll.at || '/conversation/' || m.field, coll.spec #>> ARRAY['conversation', m.field]
      FROM unnest(ARRAY['at', 'text']) m(field)
      WHERE coll.spec ? 'conversation'
      UNION ALL
      SELECT coll.at || '/states/column', coll.spec #>> '{states,column}'
      WHERE coll.spec #>> '{states,column}' IS NOT NULL
    LOOP
      types := reeve.catalog_types(relation, ARRAY[item.name]);
      IF types[1] IS NULL THEN
        RETURN QUERY SELECT item.at, 'missing', format('%s has no column %s', relation, item.name);
      ELSIF item.at = coll.at || '/visible' AND types[1] <> 'timestamp with time zone'
        AND NOT coll.spec ? 'hidden' THEN
        RETURN QUERY SELECT item.at, 'type', format(
          'column %s is %s; only a timestamptz can store the end of a restriction: give hidden, '
          'its value while a row is hidden', item.name, types[1]);
      ELSIF item.at = coll.at || '/conversation/at' AND (types[1] <> 'timestamp with time zone'
        OR NOT (SELECT a.attnotnull FROM pg_attribute a
          WHERE a.attrelid = relation AND a.attname = item.name)) THEN
        RETURN QUERY SELECT item.at, 'type', format(
          'column %s must be timestamptz and NOT NULL: it orders messages', item.name);
      ELSIF starts_with(item.at, coll.at || '/find')
        OR starts_with(item.at, coll.at || '/search') THEN
        IF item.name = ANY (reeve.catalog_columns(coll.spec -> 'personal')) THEN
          RETURN QUERY SELECT item.at, 'personal', format(
            '%s is personal: only a search that gives a reason may use it', item.name);
        END IF;
      ELSIF starts_with(item.at, coll.at || '/photos')
        AND item.name <> ALL (reeve.catalog_columns(coll.spec -> 'show')) THEN
        RETURN QUERY SELECT item.at, 'missing', format('list %s in show', item.name);
      ELSIF item.at = coll.at || '/conversation/text'
        AND item.name <> ALL (reeve.catalog_columns(coll.spec -> 'personal')) THEN
        RETURN QUERY SELECT item.at, 'personal', format(
          'what people write to each other is personal: list %s there', item.name);
      END IF;
    END LOOP;
    RETURN QUERY SELECT coll.at || '/search/language', 'missing', format(
        'there is no language %s; PostgreSQL has %s', l.name, (
          SELECT string_agg(c.cfgname, ', ' ORDER BY c.cfgname) FROM pg_ts_config c
          WHERE c.cfgnamespace = 'pg_catalog'::regnamespace AND c.cfgname <> 'simple'))
      FROM unnest(reeve.catalog_columns(coll.spec #> '{search,language}')) l(name)
      WHERE NOT EXISTS (
        SELECT FROM pg_ts_config c
        WHERE c.cfgname = l.name AND c.cfgnamespace = 'pg_catalog'::regnamespace);
    keys := reeve.catalog_columns(coll.spec -> 'key');
    IF NOT EXISTS (
      SELECT FROM pg_index i
      WHERE i.indrelid = relation AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
        AND (SELECT array_agg(a.attname::text ORDER BY a.attname) FROM pg_attribute a
          WHERE a.attrelid = relation AND a.attnum = ANY (i.indkey::int2[]))
          = (SELECT array_agg(k ORDER BY k) FROM unnest(keys) k))
    THEN
      RETURN QUERY SELECT coll.at || '/key', 'key',
        format('%s has no unique index on exactly (%s)', relation, array_to_string(keys, ', '));
    END IF;
    FOR item IN
      SELECT coll.at || e.place AS at, e.expression
      FROM (VALUES
        ('/label', coll.spec ->> 'label'),
        ('/tombstone', coll.spec ->> 'tombstone'),
        ('/place/listed', '(' || reeve.catalog_moment(coll.spec #>> '{place,listed}')
          || ')::boolean'),
        ('/import/needs', '(' || (coll.spec #>> '{import,needs}') || ')::boolean'),
        ('/search/where', '(' || (coll.spec #>> '{search,where}') || ')::boolean'),
        ('/erase/asked', '(' || (coll.spec #>> '{erase,asked}') || ')::boolean'),
        ('/recipient/locale', coll.spec #>> '{recipient,locale}'),
        ('/recipient/zone', coll.spec #>> '{recipient,zone}')) e(place, expression)
      WHERE e.expression IS NOT NULL
    LOOP
      paths := paths || item.at;
      statements := statements || format('SELECT (%s)::text FROM %s t', item.expression,
        reeve.catalog_table(manifest, coll.name));
    END LOOP;
    FOR item IN SELECT format('%s/parents/%s/collection', coll.at, p.key) AS at,
        p.value ->> 'collection' AS name
      FROM jsonb_each(coalesce(coll.spec -> 'parents', '{}')) p
      WHERE NOT manifest -> 'collections' ? (p.value ->> 'collection')
    LOOP
      RETURN QUERY SELECT item.at, 'missing', format('there is no collection %s', item.name);
    END LOOP;
    FOR item IN SELECT format('%s/conversation/%s', coll.at, m.field) AS at,
        coll.spec #>> ARRAY['conversation', m.field] AS name
      FROM unnest(ARRAY['of', 'by']) m(field)
      WHERE NOT coalesce(coll.spec -> 'parents', '{}')
        ? (coll.spec #>> ARRAY['conversation', m.field])
    LOOP
      RETURN QUERY SELECT item.at, 'missing', format('there is no parent %s', item.name);
    END LOOP;
    IF coll.spec ? 'hidden' AND NOT coll.spec ? 'visible' THEN
      RETURN QUERY SELECT coll.at || '/hidden', 'missing',
        'hidden needs the column visible';
    END IF;
    IF coll.spec ? 'tombstone' AND NOT coll.spec ? 'visible' THEN
      RETURN QUERY SELECT coll.at || '/tombstone', 'missing',
        'tombstone needs the column visible';
    END IF;
    IF coll.spec ->> 'enforcement' = 'column' AND coll.spec -> 'visible' IS NULL THEN
      RETURN QUERY SELECT coll.at || '/enforcement', 'missing',
        'enforcement by column needs the column: visible';
    END IF;
  END LOOP;
  RETURN QUERY SELECT * FROM reeve.catalog_check_seen(manifest);
  RETURN QUERY SELECT * FROM reeve.catalog_check_written(manifest);
  RETURN QUERY SELECT paths[t.place], 'expression', t.problem
  FROM reeve.catalog_tries(statements, owner_name) t;
END
$$;

COMMENT ON FUNCTION reeve.catalog_check_collections(jsonb) IS
  'Findings about tables, columns, keys, row security and label expressions.';
