CREATE OR REPLACE FUNCTION reeve.import_check(mapping jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  target text := reeve.import_table(mapping);
  relation regclass := to_regclass(target);
  owner_name text := (SELECT a.owner_name FROM reeve.app a WHERE a.app = mapping ->> 'app');
  keys text[] := reeve.catalog_columns(mapping -> 'key');
  item record;
  problem text;
BEGIN
  IF target IS NULL THEN
    RETURN QUERY SELECT '/app', 'missing',
      format('the catalog of app %s is not applied here', mapping ->> 'app');
    RETURN;
  END IF;
  IF relation IS NULL THEN
    RETURN QUERY SELECT '/table', 'missing', format('there is no table %s', target);
    RETURN;
  END IF;
  IF (SELECT c.relkind NOT IN ('r', 'p') FROM pg_class c WHERE c.oid = relation) THEN
    RETURN QUERY SELECT '/table', 'type', format('%s is not a table', relation);
    RETURN;
  END IF;
  RETURN QUERY
    SELECT '/columns/' || replace(replace(i.name, '~', '~0'), '/', '~1'),
      CASE WHEN i.type IS NULL THEN 'missing' ELSE 'type' END,
      CASE WHEN i.type IS NULL THEN format('%s has no column %s', relation, i.name)
        ELSE format('the database itself computes column %s', i.name) END
    FROM reeve.import_columns(mapping) i
    LEFT JOIN pg_attribute a ON a.attrelid = relation AND a.attname = i.name
    WHERE i.type IS NULL OR a.attgenerated <> '';
  RETURN QUERY
    SELECT '/key/' || (k.place - 1),
      CASE WHEN mapping -> 'columns' ? k.name THEN 'null' ELSE 'missing' END,
      CASE WHEN mapping -> 'columns' ? k.name
        THEN format('column %s may be NULL, so it cannot tell rows apart', k.name)
        ELSE format('%s is not among the mapped columns', k.name) END
    FROM unnest(keys) WITH ORDINALITY k(name, place)
    LEFT JOIN pg_attribute a ON a.attrelid = relation AND a.attname = k.name
    WHERE NOT mapping -> 'columns' ? k.name OR a.attnotnull IS FALSE;
  IF NOT EXISTS (
    SELECT FROM pg_index i
    WHERE i.indrelid = relation AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
      AND i.indimmediate
      AND (SELECT array_agg(a.attname::text ORDER BY a.attname) FROM pg_attribute a
        WHERE a.attrelid = relation AND a.attnum = ANY (i.indkey::int2[]))
        = (SELECT array_agg(k ORDER BY k) FROM unnest(keys) k))
  THEN
    RETURN QUERY SELECT '/key', 'key',
      format('%s has no unique index on exactly (%s)', relation, array_to_string(keys, ', '));
  END IF;
  RETURN QUERY
    SELECT '/columns', 'missing',
      format('column %s of %s takes no NULL, has no default and is not mapped', a.attname, relation)
    FROM pg_attribute a
    WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull
      AND NOT a.atthasdef AND a.attidentity = '' AND NOT mapping -> 'columns' ? a.attname;
  FOR item IN
    SELECT i.* FROM reeve.import_columns(mapping) i WHERE i.type IS NOT NULL
  LOOP
    problem := reeve.catalog_try(
      format('INSERT INTO %s(%I) OVERRIDING SYSTEM VALUE '
        'SELECT %s FROM (SELECT NULL::text AS c%s) s',
        relation, item.name, item.value_sql, item.place), owner_name);
    IF problem IS NOT NULL AND NOT EXISTS (
      SELECT FROM pg_attribute a
      WHERE a.attrelid = relation AND a.attname = item.name AND a.attgenerated <> '')
    THEN
      RETURN QUERY SELECT '/columns/' || replace(replace(item.name, '~', '~0'), '/', '~1'),
        'expression', problem;
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.import_check(jsonb) IS
  'Compares a mapping with the live database; one row a finding, path as a JSON pointer. '
  'Expressions are planned as the app''s owner and never run.';
