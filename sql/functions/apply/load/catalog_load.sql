CREATE OR REPLACE FUNCTION reeve.catalog_load(manifest jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  app_name text := manifest ->> 'app';
  ids jsonb;
BEGIN
  INSERT INTO reeve.change_reader(name, app) VALUES ('search', app_name)
  ON CONFLICT ON CONSTRAINT change_reader_pkey DO NOTHING;
  INSERT INTO reeve.change_purge(app) VALUES (app_name)
  ON CONFLICT ON CONSTRAINT change_purge_pkey DO NOTHING;
  INSERT INTO reeve.collection AS c(
    app, name, relation, table_sql, key_columns, key_types, key_sql, match_sql, keys_sql, label_sql,
    show_columns, personal_columns, touched_columns, find_column, find_plain, visible_column,
      enforcement,
    locale_sql, zone_sql, search, limits, conversation, identifiers)
  SELECT app_name, e.key, r.relation, reeve.catalog_table(manifest, e.key), k.columns, k.types,
    reeve.catalog_key(k.columns),
    reeve.catalog_match(k.columns, k.types),
    reeve.catalog_keys('t', k.columns, k.types), e.value ->> 'label',
    reeve.catalog_columns(e.value -> 'show'), reeve.catalog_columns(e.value -> 'personal'),
    reeve.catalog_columns(e.value -> 'touched'), e.value ->> 'find',
    nullif(reeve.catalog_columns(e.value -> 'find_plain'), '{}'),
    e.value ->> 'visible',
    coalesce(e.value ->> 'enforcement', 'none'), e.value #>> '{recipient,locale}',
    e.value #>> '{recipient,zone}', reeve.catalog_search(manifest, e.key),
    coalesce((SELECT jsonb_object_agg(l.key, coalesce(l.value ->> 'help', ''))
      FROM jsonb_each(e.value -> 'limits') l), '{}'),
    e.value -> 'conversation', coalesce(e.value -> 'identifiers', '{}')
  FROM jsonb_each(manifest -> 'collections') e
  CROSS JOIN LATERAL (SELECT reeve.catalog_table(manifest, e.key)::regclass) r(relation)
  CROSS JOIN LATERAL (SELECT reeve.catalog_columns(e.value -> 'key')) n(columns)
  CROSS JOIN LATERAL (
    SELECT n.columns, reeve.catalog_types(r.relation, n.columns)) k(columns, types)
  ON CONFLICT (app, name) DO UPDATE SET
    relation = EXCLUDED.relation, table_sql = EXCLUDED.table_sql,
    key_columns = EXCLUDED.key_columns, key_types = EXCLUDED.key_types,
    key_sql = EXCLUDED.key_sql, match_sql = EXCLUDED.match_sql, keys_sql = EXCLUDED.keys_sql,
    label_sql = EXCLUDED.label_sql, show_columns = EXCLUDED.show_columns,
    personal_columns = EXCLUDED.personal_columns, touched_columns = EXCLUDED.touched_columns,
    find_column = EXCLUDED.find_column, find_plain = EXCLUDED.find_plain,
    visible_column = EXCLUDED.visible_column,
    enforcement = EXCLUDED.enforcement, locale_sql = EXCLUDED.locale_sql,
      zone_sql = EXCLUDED.zone_sql,
    search = EXCLUDED.search, limits = EXCLUDED.limits, conversation = EXCLUDED.conversation,
    identifiers = EXCLUDED.identifiers,
    is_live = TRUE;
  DELETE FROM reeve.collection_column k USING reeve.collection c
  WHERE k.collection_id = c.collection_id AND c.app = app_name;
  INSERT INTO reeve.collection_column(collection_id, number, name, type, table_id)
  SELECT c.collection_id, a.attnum, a.attname, reeve.type_plain(format_type(a.atttypid, NULL)),
    c.relation
  FROM reeve.collection c
  JOIN pg_attribute a ON a.attrelid = c.relation AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.app = app_name AND manifest -> 'collections' ? c.name;
  UPDATE reeve.collection c SET is_live = FALSE
  WHERE c.app = app_name AND NOT manifest -> 'collections' ? c.name;
  SELECT jsonb_object_agg(c.name, c.collection_id) INTO ids
  FROM reeve.collection c WHERE c.app = app_name;
  UPDATE reeve.collection c
  SET erase = reeve.catalog_erase(manifest, c.name, ids),
    retain = reeve.catalog_retain(manifest, c.name),
    -- Of rows with the keys $1: their own key, and the name, collection and key of each parent.
    parents_sql = coalesce((
      SELECT string_agg(format('SELECT %s, %L::text, %s, %s FROM %s t WHERE %s', c.key_sql, p.key,
        ids ->> (p.value ->> 'collection'),
        reeve.catalog_key(reeve.catalog_columns(p.value -> 'columns')), c.table_sql, c.keys_sql),
        ' UNION ALL ' ORDER BY p.key)
      FROM jsonb_each(m.parents) p WHERE ids ? (p.value ->> 'collection')), ''),
    conversation = c.conversation || jsonb_build_object(
      'of_id', ids -> (m.parents #>> ARRAY[c.conversation ->> 'of', 'collection']),
      'by_id', ids -> (m.parents #>> ARRAY[c.conversation ->> 'by', 'collection']),
      'belongs', reeve.conversation_match(c.collection_id),
      'last', reeve.conversation_statement(c.collection_id, FALSE),
      'near', reeve.conversation_statement(c.collection_id, TRUE))
  FROM (
    SELECT l.key, l.value -> 'parents' FROM jsonb_each(manifest -> 'collections') l
  ) m(name, parents)
  WHERE c.app = app_name AND c.name = m.name;

  UPDATE reeve.catalog_action a SET is_live = FALSE WHERE a.app = app_name;
  INSERT INTO reeve.catalog_action(app, verb, collection_id, kind, erase_after)
  SELECT app_name, a.verb, (ids ->> a.collection)::int, a.kind,
    CASE WHEN k.has_window THEN coalesce(a.erase_after, '30 days') END
  FROM reeve.catalog_actions(manifest) a JOIN reeve.action_kind k ON k.name = a.kind
  ON CONFLICT (app, verb, collection_id) DO UPDATE SET
    kind = EXCLUDED.kind, erase_after = EXCLUDED.erase_after, is_live = TRUE;

  UPDATE reeve.rule r SET is_live = FALSE WHERE r.app = app_name;
  INSERT INTO reeve.rule(
    app, verb, collection_id, seq, name, affected_id, kind, columns, is_reversible, select_sql,
    order_sql, relation, sets_until)
  SELECT app_name, r.verb, (ids ->> r.collection)::int, r.seq, r.body ->> 'name',
    (ids ->> (r.body ->> 'collection'))::int,
    CASE WHEN r.body ? 'set' THEN 'set' WHEN r.body ? 'hide' THEN 'hide'
      WHEN r.body ? 'list' THEN 'list' WHEN r.body ? 'delete' THEN 'delete' ELSE 'notify' END,
    CASE WHEN r.body ? 'set' THEN ARRAY(SELECT jsonb_object_keys(r.body -> 'set'))
      WHEN r.body ? 'hide'
        THEN array_remove(
          ARRAY[manifest #>> ARRAY['collections', r.body ->> 'collection', 'visible']], NULL)
      ELSE '{}' END,
    coalesce((r.body ->> 'reversible')::boolean, TRUE) AND NOT r.body ? 'delete',
    reeve.catalog_statement(
      manifest, CASE WHEN r.verb <> 'expire' THEN r.collection END, r.body, ids),
    (SELECT string_agg(format('t.%I', k), ', ') FROM unnest(reeve.catalog_columns(
      manifest #> ARRAY['collections', r.body ->> 'collection', 'key'])) k),
    reeve.catalog_table(manifest, r.body ->> 'collection')::regclass,
    r.body ? 'hide' AND NOT manifest #> ARRAY['collections', r.body ->> 'collection'] ? 'hidden'
  FROM reeve.catalog_rules(manifest) r
  -- Effects of past actions are read by their rule, so a changed rule becomes a new one.
  ON CONFLICT (
    app, verb, collection_id, name, kind, hash_array_extended(columns, 0), affected_id, relation,
    sets_until)
  DO UPDATE SET seq = EXCLUDED.seq, is_reversible = EXCLUDED.is_reversible,
    select_sql = EXCLUDED.select_sql, order_sql = EXCLUDED.order_sql, is_live = TRUE;

  UPDATE reeve.policy p SET is_live = FALSE WHERE p.app = app_name;
  INSERT INTO reeve.policy(
    app, name, title, clause, grace, severity, strike_weight, duration)
  SELECT app_name, p.key, p.value ->> 'title', p.value ->> 'clause',
    coalesce((p.value ->> 'grace')::interval, '24 hours'),
    coalesce(p.value ->> 'severity', 'medium'), coalesce((p.value ->> 'strikes')::int, 1),
    (p.value ->> 'duration')::interval
  FROM jsonb_each(coalesce(manifest -> 'policies', '{}')) p
  ON CONFLICT (app, name) DO UPDATE SET title = EXCLUDED.title, clause = EXCLUDED.clause,
    grace = EXCLUDED.grace, severity = EXCLUDED.severity,
    strike_weight = EXCLUDED.strike_weight, duration = EXCLUDED.duration, is_live = TRUE;

  PERFORM reeve.catalog_load_terms(manifest, ids);
  PERFORM reeve.catalog_compile(manifest);

  DELETE FROM reeve.approval_rule r WHERE r.app = app_name;
  INSERT INTO reeve.approval_rule(app, name, kinds, collections, ranks, is_permanent, is_protected,
    people, rows, irreversible, quota)
  SELECT app_name, r.key, x.kinds, x.collections, x.ranks, coalesce(x.permanent, FALSE),
    coalesce(x.protected, FALSE), x.people, x.rows, x.irreversible, x.quota
  FROM jsonb_each(coalesce(manifest -> 'approvals', '{}')) r
  CROSS JOIN LATERAL jsonb_to_record(r.value) x(
    kinds text[], collections text[], ranks text[], permanent boolean, protected boolean,
    people int, rows int, irreversible int, quota int);

  DELETE FROM reeve.template t WHERE t.app = app_name;
  INSERT INTO reeve.template(app, name, locale, subject, body)
  SELECT app_name, t.key, l.key, l.value ->> 'subject', l.value ->> 'body'
  FROM jsonb_each(coalesce(manifest -> 'templates', '{}')) t
  CROSS JOIN LATERAL jsonb_each(t.value) l
  UNION ALL
  SELECT app_name, 'statement.' || w.key, l.key, '', w.value
  FROM jsonb_each(coalesce(manifest -> 'statements', '{}')) l
  CROSS JOIN LATERAL jsonb_each_text(l.value) w;

  DELETE FROM reeve.catalog_view r WHERE r.app = app_name;
  INSERT INTO reeve.catalog_view(app, name, collection_id, call_sql, arguments, columns, help)
  SELECT app_name, r.key, (ids ->> (r.value ->> 'collection'))::int,
    format('SELECT ARRAY[%s] FROM %I.%I(%s) r LIMIT $5',
      (SELECT string_agg(format('r.%I::text', c.name), ', ' ORDER BY c.place)
        FROM unnest(reeve.catalog_columns(r.value -> 'columns')) WITH ORDINALITY c(name, place)),
      manifest ->> 'schema', r.value ->> 'function',
      concat_ws(', ', CASE WHEN r.value ? 'collection' THEN '$6' END,
        (SELECT string_agg(format('$1[%s]', a.place), ', ' ORDER BY a.place)
          FROM unnest(reeve.catalog_columns(r.value -> 'arguments'))
            WITH ORDINALITY a(name, place)))),
    reeve.catalog_columns(r.value -> 'arguments'), reeve.catalog_columns(r.value -> 'columns'),
    coalesce(r.value ->> 'help', '')
  FROM jsonb_each(coalesce(manifest -> 'views', '{}')) r;

  DELETE FROM reeve.task t WHERE t.app = app_name;
  INSERT INTO reeve.task(app, name, call_sql, arguments, help)
  SELECT app_name, t.name, t.call_sql, t.arguments, coalesce(t.spec ->> 'help', '')
  FROM reeve.catalog_tasks(manifest) t;

  -- The parents by whose texts collections are searched.
  UPDATE reeve.search_join j SET is_live = FALSE
  FROM reeve.collection c WHERE c.collection_id = j.collection_id AND c.app = app_name;
  INSERT INTO reeve.search_join(collection_id, path, source_id, columns, children_sql)
  SELECT (ids ->> e.key)::int, j.path, (ids ->> j.source)::int, j.columns,
    format('SELECT %s FROM %s t WHERE %s',
      reeve.catalog_key(reeve.catalog_columns(e.value -> 'key')),
      reeve.catalog_table(manifest, e.key),
      reeve.catalog_via(manifest, e.key, 't', string_to_array(j.path, '.')))
  FROM jsonb_each(manifest -> 'collections') e
  CROSS JOIN LATERAL reeve.catalog_joins(manifest, e.key) j
  ON CONFLICT ON CONSTRAINT search_join_path_key DO UPDATE SET
    source_id = EXCLUDED.source_id, columns = EXCLUDED.columns,
    children_sql = EXCLUDED.children_sql, is_live = TRUE;

  PERFORM reeve.catalog_load_flags(manifest, ids);
  PERFORM reeve.catalog_load_numbers(manifest, ids);
  PERFORM reeve.catalog_load_feed(manifest, ids);
  PERFORM reeve.catalog_load_notices(manifest);
  RETURN ids;
END
$$;

COMMENT ON FUNCTION reeve.catalog_load(jsonb) IS
  'Writes the compiled manifest to the catalog tables; what is no longer in it is marked not '
  'live. Returns collection name to id.';
