CREATE OR REPLACE FUNCTION reeve.right_statement(
  source text, columns text[], unique_key text[], named jsonb, personal text[], condition text,
  is_own boolean, held text, sealed text, encrypted text[], is_paged boolean)
RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- Where rows are the person's by the only column that names anybody, nobody else is in them.
  people CONSTANT jsonb := CASE WHEN jsonb_array_length(named) = 1
      AND condition IN (named #>> '{0,match}', '(' || (named #>> '{0,match}') || ')')
    THEN '[]' ELSE named END;
  -- A key that is about others is neither shown nor a place to continue after.
  keys CONSTANT text[] := CASE WHEN is_own OR NOT unique_key && personal THEN unique_key
    ELSE '{}' END;
  mark CONSTANT text := quote_literal('(somebody else)');
  mine text;
  others text;
  fields text;
  own_key text := CASE WHEN keys <@ columns THEN reeve.catalog_key(keys) ELSE 'NULL::text' END;
  key_types text[] := reeve.catalog_types(to_regclass(source), keys);
BEGIN
  SELECT string_agg(p.body ->> 'match', ' OR '), string_agg(format('(%s IS NOT NULL%s)',
      format('t.%I', p.body #>> '{columns,0}'),
      coalesce(' AND (' || (p.body ->> 'match') || ') IS NOT TRUE', '')), ' OR ')
  INTO mine, others
  FROM jsonb_array_elements(people) p(body);
  SELECT string_agg(CASE
      WHEN NOT is_paged AND n.name = ANY (encrypted) THEN format(
        'CASE WHEN t.%1$I NOT LIKE ''enc_.%%'' THEN t.%1$I END AS %1$I', n.name)
      WHEN n.match IS NOT NULL THEN format(
        'CASE WHEN t.%1$I IS NULL OR (%2$s) THEN t.%1$I::text ELSE %3$s END AS %1$I', n.name,
        n.match, mark)
      WHEN n.name <> ALL (personal) THEN format('t.%I', n.name)
      WHEN is_own AND others IS NULL THEN format('t.%I', n.name)
      WHEN is_own THEN format(
        'CASE WHEN t.%1$I IS NULL OR NOT (%2$s) THEN t.%1$I::text ELSE %3$s END AS %1$I', n.name,
        others, mark)
      ELSE format('CASE WHEN t.%1$I IS NULL OR (%2$s) IS TRUE THEN t.%1$I::text ELSE %3$s END '
        'AS %1$I', n.name, coalesce(mine, 'FALSE'), mark) END, ', ' ORDER BY n.place)
  INTO fields
  FROM (
    SELECT c.name, min(c.place) AS place, (
      SELECT string_agg(coalesce(p.body ->> 'match', 'FALSE'), ' OR ')
      FROM jsonb_array_elements(people) p(body)
      WHERE p.body -> 'columns' ? c.name) AS match
    FROM unnest(columns) WITH ORDINALITY c(name, place) GROUP BY c.name) n;
  -- Only a json has line breaks of its own, between its parts. x.*: a column may be called x.
  RETURN format('SELECT %s, translate(row_to_json(x.*)::text, chr(10) || chr(13), ''  ''), %s '
    'FROM %s t CROSS JOIN LATERAL (SELECT %s) x '
    'WHERE %s%s%s%s',
    CASE WHEN keys = '{}' THEN 'NULL::text'
      WHEN others IS NOT NULL AND EXISTS (
        SELECT FROM jsonb_array_elements(people) p(body)
        WHERE reeve.catalog_columns(p.body -> 'columns') && keys)
      THEN format('CASE WHEN NOT (%s) THEN %s END', others, own_key)
      ELSE own_key END,
    CASE WHEN is_paged THEN CASE WHEN keys = '{}' THEN '''true''::text' ELSE format(
        'jsonb_build_array(%s)::text', (
          SELECT string_agg(format('t.%I::text', k), ', ' ORDER BY o)
          FROM unnest(keys) WITH ORDINALITY u(k, o))) END
      ELSE coalesce(sealed, 'NULL::text') END,
    source, fields, condition,
    CASE WHEN NOT is_own AND others IS NOT NULL THEN format(' AND NOT (%s)', others) ELSE '' END,
    CASE WHEN held IS NOT NULL THEN
      format(' AND NOT EXISTS (SELECT FROM unnest($1) h(key) WHERE h.key = %s)', held)
      ELSE '' END,
    CASE WHEN NOT is_paged THEN '' WHEN keys = '{}' THEN ' AND $7 IS NULL' ELSE (
      SELECT format(' AND ($7 IS NULL OR (%1$s) > (%2$s)) ORDER BY %1$s LIMIT $5',
        string_agg(format('t.%I', k), ', ' ORDER BY o),
        string_agg(format('($7[1] ->> %s)::%s', o - 1, key_types[o]), ', ' ORDER BY o))
      FROM unnest(keys) WITH ORDINALITY u(k, o)) END);
END
$$;

COMMENT ON FUNCTION reeve.right_statement(
  text, text[], text[], jsonb, text[], text, boolean, text, text, text[], boolean) IS
  'Statement that reads rows of a table for a person: key, the columns as JSON, and the place '
  '($7, a JSON array, is the one to continue after, $5 the most rows) where is_paged, else sealed, '
  'which has the encrypted ones of the columns. '
  'named: the columns that name people, each with the condition that they are the person; what '
  'these columns say of others, and personal columns of rows that name others, become a mark. '
  'is_own: rows that name others, too, may be the person''s; else they are left out, and personal '
  'columns are the person''s only where the row names them. held: an expression that $1 must not '
  'contain.';
