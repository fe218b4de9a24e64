CREATE OR REPLACE FUNCTION reeve.migrate_check_names(
  mapping jsonb, source regclass, target_name text)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT p.path, 'missing', format('%s has no column %s', source, p.name)
  FROM (
    SELECT '/columns/' || replace(replace(c.key, '~', '~0'), '/', '~1') || '/from' AS path,
      c.value ->> 'from' AS name
    FROM jsonb_each(mapping -> 'columns') c WHERE c.value ? 'from'
    UNION ALL
    SELECT '/down/' || replace(replace(d, '~', '~0'), '/', '~1'), d
    FROM jsonb_object_keys(coalesce(mapping -> 'down', '{}')) d
    UNION ALL
    SELECT '/drop/' || (d.place - 1), d.name
    FROM unnest(reeve.catalog_columns(mapping -> 'drop')) WITH ORDINALITY d(name, place)) p
  LEFT JOIN reeve.migrate_attributes(mapping, 'source', source) a ON a.name = p.name
  WHERE a.name IS NULL
  UNION ALL
  SELECT '/columns/' || replace(replace(c.key, '~', '~0'), '/', '~1'), 'missing',
    'a column needs `from`, `up` or both'
  FROM jsonb_each(mapping -> 'columns') c WHERE NOT c.value ?| ARRAY['from', 'up']
  UNION ALL
  SELECT '/key/' || (k.place - 1), 'key',
    format('%s is not a column of the target that is mapped with nothing but `from`; `key` names '
      'columns of %s', k.name, target_name)
  FROM unnest(reeve.migrate_keys(mapping, 'target')) WITH ORDINALITY k(name, place)
  WHERE NOT coalesce(mapping #> ARRAY['columns', k.name] ? 'from'
    AND NOT mapping #> ARRAY['columns', k.name] ?| ARRAY['up', 'down', 'default'], FALSE)
$$;

COMMENT ON FUNCTION reeve.migrate_check_names(jsonb, regclass, text) IS
  'Findings about columns that the source does not have, columns without a value and the key of '
  'a mapping, wherever its target is.';
