CREATE OR REPLACE FUNCTION reeve.catalog_check_flags(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  item record;
  subject text;
  problem text;
BEGIN
  FOR item IN
    SELECT format('/collections/%s/identifiers/%s', c.key, i.path) AS at,
      format('SELECT ''{}''::text[] || (%s) FROM %s t', i.expression,
        reeve.catalog_table(manifest, c.key)) AS statement
    FROM jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL reeve.catalog_identifiers(c.value -> 'identifiers') i
  LOOP
    problem := reeve.catalog_try(item.statement, manifest ->> 'owner');
    IF problem IS NOT NULL THEN
      RETURN QUERY SELECT item.at, 'expression', problem;
    END IF;
  END LOOP;
  FOR item IN SELECT f.* FROM reeve.catalog_flags(manifest) f LOOP
    subject := item.collection;
    IF NOT manifest -> 'collections' ? item.collection THEN
      RETURN QUERY SELECT item.path || '/collection', 'missing',
        format('there is no collection %s', item.collection);
      CONTINUE;
    ELSIF item.kind IS NULL THEN
      RETURN QUERY SELECT item.path, 'flag',
        'a flag is one of flood, price, words, banned, sql, group, alike and rule';
      CONTINUE;
    ELSIF item.kind = 'flood' THEN
      BEGIN
        subject := (SELECT o.name
          FROM reeve.catalog_owner(manifest, item.collection, item.spec ->> 'by') o);
      EXCEPTION WHEN SQLSTATE 'RV005' THEN
        RETURN QUERY SELECT item.path || '/flood/by', 'missing', SQLERRM;
        CONTINUE;
      END;
    END IF;
    IF item.kind = 'group' THEN
      subject := manifest #>> ARRAY['collections', item.collection, 'parents', item.spec ->> 'by',
        'collection'];
      RETURN QUERY
        SELECT item.path || '/group/' || p.part, 'missing', format('%s has no parent named %s',
          item.collection, item.spec ->> p.part)
        FROM unnest('{by,on}'::text[]) p(part)
        WHERE manifest #> ARRAY['collections', item.collection, 'parents', item.spec ->> p.part]
          IS NULL;
      CONTINUE WHEN FOUND;
    ELSIF item.kind = 'sql' THEN
      subject := coalesce(item.spec ->> 'about', item.collection);
      RETURN QUERY
        SELECT item.path || w.at, 'missing', w.message
        FROM (VALUES
          ('/sql/function', format('there is no function %s.%s(keys text[]) that returns key and '
            'reason as text and value as numeric', manifest ->> 'schema', item.spec ->> 'function'),
            (SELECT array_agg(t.name || ' ' || t.type ORDER BY t.name)
              FROM reeve.catalog_view_types(to_regprocedure(format('%I.%I(text[])',
                manifest ->> 'schema', item.spec ->> 'function'))) t)
              IS DISTINCT FROM '{key text,reason text,value numeric}'),
          ('/sql/about', format('there is no collection %s', subject),
            NOT manifest -> 'collections' ? subject)) w(at, message, is_wrong)
        WHERE w.is_wrong;
      CONTINUE WHEN FOUND;
    END IF;
    RETURN QUERY
      SELECT item.path || w.at, w.code, w.message
      FROM (VALUES
        ('/policy', 'missing', format('there is no policy %s', item.body ->> 'policy'),
          NOT coalesce(manifest -> 'policies', '{}') ? (item.body ->> 'policy')),
        ('/propose/verb', 'missing', format('no action %s is declared for %s',
          item.body #>> '{propose,verb}', subject), item.body ? 'propose' AND NOT EXISTS (
            SELECT FROM reeve.catalog_actions(manifest) a
            WHERE a.verb = item.body #>> '{propose,verb}' AND a.collection = subject)),
        ('/price/below', 'type', 'a share of the median, more than 0 and less than 1',
          item.kind = 'price' AND coalesce(
            item.spec ->> 'below' !~ E'^0?\\.[0-9]{1,6}$' OR (item.spec ->> 'below')::numeric = 0,
            TRUE)),
        ('/flood/by', 'missing', 'by must name a parent whose rows are counted',
          item.kind = 'flood' AND coalesce(item.spec ->> 'by', '') = ''),
        ('/propose', 'missing', 'a rule has to propose an action',
          item.kind = 'rule' AND NOT item.body ? 'propose'),
        ('/alike', 'missing', format('the place of %s does not say what is alike', item.collection),
          item.kind = 'alike' AND manifest #> ARRAY['collections', item.collection, 'place',
            'alike'] IS NULL)
      ) w(at, code, message, is_wrong)
      WHERE w.is_wrong
      UNION ALL
      SELECT format('%s/banned/%s', item.path, k.place - 1), 'missing',
        format('collection %s declares no identifier %s', item.collection, k.name)
      FROM unnest(reeve.catalog_columns(item.spec)) WITH ORDINALITY k(name, place)
      WHERE item.kind = 'banned' AND NOT coalesce(
        manifest #> ARRAY['collections', item.collection, 'identifiers'], '{}') ? k.name
      UNION ALL
      SELECT format('%s/words/%s/%s', item.path, l.list, e.place - 1), 'type',
        format('“%s” has no word of letters or digits', e.entry)
      FROM unnest('{list,except}'::text[]) l(list)
      CROSS JOIN LATERAL unnest(reeve.catalog_columns(item.spec -> l.list))
        WITH ORDINALITY e(entry, place)
      WHERE item.kind = 'words' AND reeve.flag_words(e.entry) = '{}';
    RETURN QUERY
      SELECT item.path || e.at, 'expression', t.problem
      FROM (VALUES
        ('flood', '/flood/at', item.spec ->> 'at', 'timestamptz', item.collection),
        ('flood', '/flood/born', item.spec ->> 'born', 'timestamptz', subject),
        ('price', '/price/value', item.spec ->> 'value', 'numeric', item.collection),
        ('price', '/price/group', item.spec ->> 'group', 'text', item.collection),
        ('group', '/group/at', item.spec ->> 'at', 'timestamptz', item.collection),
        ('group', '/group/alike', coalesce(item.spec ->> 'alike', 'NULL'), 'text', item.collection),
        ('group', '/group/where', coalesce(reeve.catalog_moment(item.spec ->> 'where'), 'TRUE'),
          'boolean', item.collection)
      ) e(kind, at, expression, type, collection)
      CROSS JOIN LATERAL (
        SELECT reeve.catalog_try(format('SELECT (%s)::%s FROM %s t', e.expression, e.type,
          reeve.catalog_table(manifest, e.collection)), manifest ->> 'owner')) t(problem)
      WHERE e.kind = item.kind AND t.problem IS NOT NULL
      UNION ALL
      SELECT format('%s/words/in/%s', item.path, e.place - 1), 'expression', t.problem
      FROM unnest(reeve.catalog_columns(item.spec -> 'in')) WITH ORDINALITY e(expression, place)
      CROSS JOIN LATERAL (
        SELECT reeve.catalog_try(format('SELECT (%s)::text FROM %s t', e.expression,
          reeve.catalog_table(manifest, item.collection)), manifest ->> 'owner')) t(problem)
      WHERE item.kind = 'words' AND t.problem IS NOT NULL
      UNION ALL
      SELECT item.path || '/rule/events', 'expression', t.problem
      FROM reeve.catalog_try(format(
        E'SELECT q.key::text, q.at::timestamptz, q.what::text FROM (\n%s\n) q',
        item.spec ->> 'events'), manifest ->> 'owner') t(problem)
      WHERE item.kind = 'rule' AND t.problem IS NOT NULL;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_check_flags(jsonb) IS
  'Findings about identifiers and flags, over collections that are sound.';
