CREATE OR REPLACE FUNCTION reeve.right_named(
  manifest jsonb, collection text, relation oid, person reeve.collection, without text[])
RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('columns', p.columns, 'match',
    CASE WHEN p.person = (right_named.person).name
      THEN reeve.right_match('t', p.columns, (right_named.person).key_types) END)
    ORDER BY p.columns), '[]')
  FROM reeve.right_people(manifest, right_named.collection, relation) p
  WHERE p.columns <> without
$$;

COMMENT ON FUNCTION reeve.right_named(jsonb, text, oid, reeve.collection, text[]) IS
  'The columns of a table that name people (reeve.right_people), as reeve.right_statement takes '
  'them, each with the condition that they are the person; without: columns that are left out.';
