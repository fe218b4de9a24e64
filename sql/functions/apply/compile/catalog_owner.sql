CREATE OR REPLACE FUNCTION reeve.catalog_owner(
  manifest jsonb, collection text, path text,
  OUT name text, OUT columns text[], OUT from_sql text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  steps text[] := string_to_array(path, '.');
  alias text := 't';
  parent jsonb;
BEGIN
  name := collection;
  from_sql := reeve.catalog_table(manifest, name) || ' t';
  FOR i IN 1 .. coalesce(cardinality(steps), 0) LOOP
    parent := manifest #> ARRAY['collections', name, 'parents', steps[i]];
    IF parent IS NULL THEN
      RAISE EXCEPTION '% has no parent named %', name, steps[i] USING ERRCODE = 'RV005';
    END IF;
    name := parent ->> 'collection';
    columns := ARRAY(
      SELECT format('%s.%I', alias, c.name)
      FROM unnest(reeve.catalog_columns(parent -> 'columns')) WITH ORDINALITY c(name, place)
      ORDER BY c.place);
    EXIT WHEN i = cardinality(steps);
    alias := 'p' || i;
    from_sql := format('%s JOIN %s %s ON (%s) = (%s)', from_sql,
      reeve.catalog_table(manifest, name), alias, array_to_string(columns, ', '),
      (SELECT string_agg(format('%s.%I', alias, k.name), ', ' ORDER BY k.place)
        FROM unnest(reeve.catalog_columns(manifest #> ARRAY['collections', catalog_owner.name,
          'key'])) WITH ORDINALITY k(name, place)));
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_owner(jsonb, text, text) IS
  'The collection that a path of parents (store.owner) leads to from row t, the columns that hold '
  'its key, and the tables they are read from. RV005 for a path that does not exist.';
