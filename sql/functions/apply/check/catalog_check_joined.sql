CREATE OR REPLACE FUNCTION reeve.catalog_check_joined(manifest jsonb, collection text)
RETURNS TABLE(name text, code text, message text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  at text;
  relation regclass;
  parent jsonb;
  steps text[];
  step text;
  columns text[];
BEGIN
  FOR name, steps IN SELECT * FROM reeve.catalog_joined(manifest, collection) LOOP
    at := collection;
    code := CASE WHEN cardinality(steps) > 3 THEN 'missing' END;
    message := 'a field is a column, of the row or of a parent or its parent: store.name';
    FOREACH step IN ARRAY steps[: cardinality(steps) - 1] LOOP
      EXIT WHEN code IS NOT NULL;
      relation := to_regclass(reeve.catalog_table(manifest, at));
      parent := manifest #> ARRAY['collections', at, 'parents', step];
      columns := reeve.catalog_columns(parent -> 'columns');
      IF parent IS NULL OR NOT manifest -> 'collections' ? (parent ->> 'collection') THEN
        code := 'missing';
        message := format('%s has no parent %s', at, step);
      ELSIF cardinality(columns) <> cardinality(reeve.catalog_columns(
        manifest #> ARRAY['collections', parent ->> 'collection', 'key'])) THEN
        code := 'key';
        message := format('the parent %s of %s is not named by its whole key', step, at);
      ELSIF relation IS NOT NULL AND NOT EXISTS (
        SELECT FROM pg_index i JOIN pg_attribute a
          ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
        WHERE i.indrelid = relation AND a.attname = ANY (columns) AND i.indpred IS NULL
          AND i.indisvalid)
      THEN
        code := 'index';
        message := format('a change of its %s would read all of %s: CREATE INDEX ON %2$s (%3$s)',
          step, relation, (SELECT string_agg(quote_ident(c), ', ') FROM unnest(columns) c));
      END IF;
      at := parent ->> 'collection';
    END LOOP;
    IF code IS NULL THEN
      step := steps[cardinality(steps)];
      relation := to_regclass(reeve.catalog_table(manifest, at));
      IF (reeve.catalog_types(relation, ARRAY[step]))[1] IS NULL THEN
        code := 'missing';
        message := format('%s has no column %s', coalesce(relation::text, at), step);
      ELSIF step = ANY (
        reeve.catalog_columns(manifest #> ARRAY['collections', at, 'personal'])) THEN
        code := 'personal';
        message := format('%s is personal in %s: only a search that gives a reason may use it',
          step, at);
      END IF;
    END IF;
    IF code IS NOT NULL THEN
      RETURN NEXT;
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_check_joined(jsonb, text) IS
  'Findings about fields of a search declaration that are columns of parents.';
