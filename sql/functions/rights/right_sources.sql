CREATE OR REPLACE FUNCTION reeve.right_sources(
  c reeve.collection, held int[], is_paged boolean)
RETURNS TABLE(name text, collection_id int, statement text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- What lets somebody sign in as the person is nobody's to read.
  secret CONSTANT text :=
    '(^|_)(secret|token|password|passwd|passcode|hash|digest|salt|nonce|otp|pin)s?($|_)';
  -- How an encrypted text begins: reeve.cipher_key.
  crypt CONSTANT text := 'enc_.%';
  m jsonb := (SELECT a.manifest FROM reeve.app a WHERE a.app = c.app);
  o record;
  d record;
  people jsonb;
  binding text;
  done oid[] := '{}';
  mine boolean;
BEGIN
  FOR o IN
    SELECT l.*, m #> ARRAY['collections', l.name] AS spec, w.owned,
      l.collection_id = c.collection_id AS is_person
    FROM reeve.collection l
    CROSS JOIN LATERAL reeve.right_owned(m, c.name, l.name, 't') w(owned)
    WHERE l.app = c.app AND l.is_live AND w.owned IS NOT NULL
      AND to_regclass(l.table_sql) IS NOT NULL
    ORDER BY l.collection_id <> c.collection_id, l.name
  LOOP
    done := done || o.relation::oid;
    people := reeve.right_named(m, o.name, o.relation, c, '{}');
    -- Where a text is encrypted, it comes with what it is bound to; else it is in the row.
    binding := (
      SELECT format('CASE WHEN %s THEN json_build_object(%s)::text END',
        string_agg(format('t.%I LIKE %L', f.name, crypt), ' OR '),
        string_agg(format('%L, json_build_array(t.%I, %L%s)', f.name, f.name,
          (SELECT string_agg(replace(replace(p, '%', '%25'), '/', '%2F'), '/')
            FROM unnest(ARRAY[c.app, o.name, f.name]) p),
          coalesce((
            SELECT string_agg(format(
              ' || ''/'' || replace(replace(coalesce(t.%I::text, ''''), ''%%'', ''%%25''), ''/'', '
                '''%%2F'')', b.name), '' ORDER BY b.place)
            FROM unnest(reeve.catalog_columns(o.spec #> '{encrypted,bind}')) WITH ORDINALITY
              b(name, place)), '')), ', '))
      FROM unnest(reeve.catalog_columns(o.spec #> '{encrypted,columns}')) f(name)
      HAVING count(*) > 0);
    name := o.name;
    collection_id := o.collection_id;
    statement := reeve.right_statement(o.table_sql, ARRAY(
        SELECT n.name
        FROM unnest(o.key_columns || o.show_columns || o.personal_columns || ARRAY(
          SELECT jsonb_object_keys(o.spec #> '{erase,set}'))) WITH ORDINALITY n(name, place)
        JOIN pg_attribute a ON a.attrelid = o.relation AND a.attname = n.name
        WHERE n.name <> ALL (reeve.catalog_columns(o.spec #> '{export,omit}'))
          AND (n.name = ANY (o.show_columns || o.personal_columns) OR n.name !~* secret)
        ORDER BY n.place),
      o.key_columns, people, o.personal_columns, o.owned, TRUE,
      CASE WHEN o.collection_id = ANY (held) THEN o.key_sql END, binding,
      reeve.catalog_columns(o.spec #> '{encrypted,columns}'), is_paged);
    RETURN NEXT;
  END LOOP;
  FOR d IN
    WITH owner AS (
      SELECT l.collection_id, l.name, l.relation, l.table_sql, l.key_columns, l.key_types,
        m #> ARRAY['collections', l.name] AS spec, w.owned
      FROM reeve.collection l
      CROSS JOIN LATERAL reeve.right_owned(m, c.name, l.name, 'w') w(owned)
      WHERE l.app = c.app AND l.is_live AND w.owned IS NOT NULL
        AND to_regclass(l.table_sql) IS NOT NULL),
    part AS (
      SELECT w.*, e.key AS part, e.value AS body, 0 AS kind
      FROM owner w CROSS JOIN LATERAL jsonb_each(w.spec -> 'details') e
      UNION ALL
      -- What an erasure of the person empties is the person's.
      SELECT w.*, e.value ->> 'table', e.value, 1
      FROM owner w
      CROSS JOIN LATERAL jsonb_array_elements(coalesce(w.spec #> '{erase,tables}', '[]')) e
      WHERE w.name = c.name)
    SELECT DISTINCT ON (p.collection_id, t.name, reeve.catalog_columns(p.body -> 'of')) p.*,
      t.name AS source, to_regclass(t.name)::oid AS table_id,
      reeve.catalog_columns(p.body -> 'of') AS of, reeve.catalog_columns(p.body -> 'show') AS shown
    FROM part p
    CROSS JOIN LATERAL (SELECT reeve.catalog_near(m, p.name, p.body)) t(name)
    WHERE to_regclass(t.name)::oid <> ALL (done)
    ORDER BY p.collection_id, t.name, reeve.catalog_columns(p.body -> 'of'), p.kind, p.part
  LOOP
    mine := d.name = c.name;
    name := d.name || '/' || d.part;
    collection_id := d.collection_id;
    statement := reeve.right_statement(d.source, ARRAY(
        SELECT a.attname::text FROM pg_attribute a
        WHERE a.attrelid = d.table_id AND a.attnum > 0 AND NOT a.attisdropped
          AND CASE d.kind WHEN 0 THEN a.attname = ANY (
              d.shown || reeve.catalog_columns(d.body -> 'personal'))
            ELSE a.attname !~* secret AND a.atttypid <> 'bytea'::regtype END
          AND a.attname <> ALL (reeve.catalog_columns(d.spec #> '{export,omit}'))
        ORDER BY array_position(d.shown, a.attname::text), a.attnum),
      coalesce((
        SELECT array_agg(a.attname::text ORDER BY k.place)
        FROM pg_index i
        CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY k(number, place)
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
        WHERE i.indrelid = d.table_id AND i.indisprimary), '{}'),
      reeve.right_named(m, NULL, d.table_id, c, CASE WHEN mine THEN d.of ELSE '{}' END),
      reeve.catalog_columns(d.body -> 'personal'),
      CASE WHEN mine THEN reeve.right_match('t', d.of, d.key_types) ELSE format(
        '(%s) IN (SELECT %s FROM %s w WHERE %s)',
        (SELECT string_agg(format('t.%I', f), ', ') FROM unnest(d.of) f),
        (SELECT string_agg(format('w.%I', k), ', ') FROM unnest(d.key_columns) k),
        d.table_sql, d.owned) END,
      mine, CASE WHEN d.collection_id = ANY (held) THEN reeve.catalog_key(d.of) END, NULL, '{}',
      is_paged);
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.right_sources(reeve.collection, int[], boolean) IS
  'What is read for a person of a collection, in order: their own row, the rows of collections '
  'that are theirs (reeve.right_owned), the details of all of these, and the tables that their '
  'erasure empties; each with its statement (reeve.right_statement). held: collections with rows '
  'that must not be read, the keys of which are $1.';
