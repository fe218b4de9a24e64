CREATE OR REPLACE FUNCTION reeve.migrate_stored(
  relation regclass, shown text[], list text[], numbered text, value_sql text)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('coalesce((SELECT jsonb_agg(%s ORDER BY %s) FROM (SELECT e.place AS %I%s '
    'FROM jsonb_array_elements((%s)::jsonb) WITH ORDINALITY e(v, place)) r), ''[]'')',
    reeve.migrate_element(relation, shown, 'r'),
    (SELECT string_agg(format('r.%I', l), ', ') FROM unnest(list) l),
    coalesce(numbered, 'reeve_place'),
    (SELECT string_agg(format(', (%s)::%s AS %I', reeve.migrate_member(relation, s),
        format_type(a.atttypid, a.atttypmod), s), '')
      FROM unnest(shown) s JOIN pg_attribute a ON a.attrelid = relation AND a.attname = s),
    value_sql)
$$;

COMMENT ON FUNCTION reeve.migrate_stored(regclass, text[], text[], text, text) IS
  'Expression for the array that a list returns after it has stored the elements of the given '
  'one as rows.';
