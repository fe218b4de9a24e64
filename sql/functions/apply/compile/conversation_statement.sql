CREATE OR REPLACE FUNCTION reeve.conversation_statement(collection_id int, has_anchor boolean)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format(
    'SELECT s.key, s.at, s.author, s.words, row_number() OVER (ORDER BY s.place) AS place'
      ' FROM (SELECT ($1)[1]) u(key)%1$s CROSS JOIN LATERAL ('
      '(SELECT %2$s, -row_number() OVER (ORDER BY %3$s) AS place FROM %4$s t WHERE %5$s%6$s'
      ' ORDER BY %3$s LIMIT ($1)[3]::int)%7$s) s',
    CASE WHEN has_anchor THEN format(
      ' CROSS JOIN (SELECT %s FROM (SELECT ($1)[2]) u(key) JOIN %s t ON %s) a', o.anchors,
      c.table_sql, c.match_sql) END,
    f.fields, o.backwards, c.table_sql, w.belongs,
    CASE WHEN has_anchor THEN format(' AND (%s) <= (%s)', o.places, o.anchored) END,
    CASE WHEN has_anchor THEN format(
      ' UNION ALL (SELECT %1$s, row_number() OVER (ORDER BY %2$s) FROM %3$s t'
      ' WHERE %4$s AND (%2$s) > (%5$s) ORDER BY %2$s LIMIT ($1)[4]::int)', f.fields, o.places,
      c.table_sql, w.belongs, o.anchored) END)
  FROM reeve.collection c
  JOIN reeve.app a USING (app)
  CROSS JOIN LATERAL (
    SELECT reeve.catalog_columns(a.manifest #> ARRAY[
      'collections', c.name, 'parents', c.conversation ->> 'by', 'columns'])) n(wrote)
  CROSS JOIN LATERAL (SELECT reeve.conversation_match(c.collection_id)) w(belongs)
  CROSS JOIN LATERAL (
    SELECT format('%s AS key, t.%I AS at, %s AS author, t.%I::text AS words', c.key_sql,
      c.conversation ->> 'at', coalesce(reeve.catalog_key(nullif(n.wrote, '{}')), 'NULL::text'),
      c.conversation ->> 'text')) f(fields)
  CROSS JOIN LATERAL (
    SELECT string_agg(format('t.%I', m.name), ', ' ORDER BY m.place),
      string_agg(format('t.%I DESC', m.name), ', ' ORDER BY m.place),
      string_agg(format('t.%I AS a%s', m.name, m.place), ', ' ORDER BY m.place),
      string_agg('a.a' || m.place, ', ' ORDER BY m.place)
    FROM unnest((c.conversation ->> 'at') || c.key_columns) WITH ORDINALITY m(name, place)
    ) o(places, backwards, anchors, anchored)
  WHERE c.collection_id = conversation_statement.collection_id AND c.conversation IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.conversation_statement(int, boolean) IS
  'SELECT giving key, at, author, words and place of messages of the conversation ($1)[1]: the '
  'last ($1)[3] up to the message ($1)[2] and the next ($1)[4]; without an anchor the last '
  '($1)[3]. Any index over the conversation, the moment and the key serves it. NULL if rows of '
  'the collection are no messages.';
