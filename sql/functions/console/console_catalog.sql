CREATE OR REPLACE FUNCTION reeve.console_catalog()
RETURNS TABLE(
  app text, collection text, show text[], personal text[], findable boolean, hideable boolean,
  searchable boolean, verbs text[], key text[], key_types text[], kinds text[], limits text[],
  linkable boolean, place text[], helps text[], identifiers text[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT c.app, c.name, c.show_columns, c.personal_columns,
    c.find_column IS NOT NULL OR c.find_plain IS NOT NULL
      OR cardinality(c.key_columns) = 1 AND c.key_types[1] ~ '^(text|character)',
    c.visible_column IS NOT NULL, jsonb_typeof(c.search) IS NOT DISTINCT FROM 'object',
    ARRAY(SELECT a.verb FROM reeve.catalog_action a
      WHERE a.collection_id = c.collection_id AND a.is_live ORDER BY a.verb),
    c.key_columns, c.key_types,
    ARRAY(SELECT a.kind FROM reeve.catalog_action a
      WHERE a.collection_id = c.collection_id AND a.is_live ORDER BY a.verb),
    ARRAY(SELECT jsonb_object_keys(c.limits) ORDER BY 1),
    m.body ? 'link',
    coalesce((reeve.collection_place(c)).columns, '{}'),
    ARRAY(SELECT coalesce(h.body ->> 'help', '')
      FROM reeve.catalog_action v
      LEFT JOIN reeve.app_part h ON h.app = c.app AND h.path = ARRAY['actions', c.name, v.verb]
      WHERE v.collection_id = c.collection_id AND v.is_live ORDER BY v.verb),
    ARRAY(SELECT jsonb_object_keys(c.identifiers) ORDER BY 1)
  FROM reeve.collection c
  JOIN reeve.app_part m ON m.app = c.app AND m.path = ARRAY['collections', c.name]
  WHERE c.is_live AND reeve.member_acts('viewer')
  ORDER BY c.app, c.collection_id
$$;

COMMENT ON FUNCTION reeve.console_catalog() IS
  'Returns the facts about each applied collection that the console needs. kinds and helps: those '
  'of its verbs; a help is empty if the catalog has none. linkable: whether its rows have URLs in '
  'the app. place: the columns of its latitude and longitude, if any. identifiers: the kinds of '
  'what identifies the person of a row.';

GRANT EXECUTE ON FUNCTION reeve.console_catalog() TO reeve_viewer;
