CREATE OR REPLACE FUNCTION reeve.right_owned(
  manifest jsonb, person text, collection text, alias text, seen text[] DEFAULT '{}')
RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  spec jsonb := manifest #> ARRAY['collections', collection];
  types text[] := reeve.catalog_types(to_regclass(reeve.catalog_table(manifest, person)),
    reeve.catalog_columns(manifest #> ARRAY['collections', person, 'key']));
  others text[];
  owned text;
  inner_alias text := 'o' || cardinality(seen);
  p record;
BEGIN
  IF collection = person THEN
    RETURN reeve.right_match(alias, reeve.catalog_columns(spec -> 'key'), types);
  END IF;
  -- Whose a row is, say the parents that are people: the author of a message, not its conversation.
  SELECT array_agg(e.value ->> 'collection'), string_agg(
    CASE WHEN e.value ->> 'collection' = person AND (spec #> '{export,of}' IS NULL
        OR e.key = ANY (reeve.catalog_columns(spec #> '{export,of}')))
      THEN reeve.right_match(alias, reeve.catalog_columns(e.value -> 'columns'), types) END,
    ' OR ' ORDER BY e.key)
  INTO others, owned
  FROM jsonb_each(spec -> 'parents') e
  WHERE manifest #> ARRAY['collections', e.value ->> 'collection'] ? 'recipient'
    AND coalesce((e.value ->> 'guessed')::boolean, FALSE) IS FALSE;
  IF others IS NOT NULL THEN
    RETURN '(' || owned || ')';
  END IF;
  FOR p IN
    SELECT e.value ->> 'collection' AS target,
      reeve.catalog_columns(e.value -> 'columns') AS columns,
      reeve.catalog_columns(
        manifest #> ARRAY['collections', e.value ->> 'collection', 'key']) AS keys
    FROM jsonb_each(spec -> 'parents') e
    WHERE coalesce((e.value ->> 'guessed')::boolean, FALSE) IS FALSE
      AND (spec #> '{export,of}' IS NULL
        OR e.key = ANY (reeve.catalog_columns(spec #> '{export,of}')))
      AND e.value ->> 'collection' <> ALL (seen || collection) AND cardinality(seen) < 8
    ORDER BY e.key
  LOOP
    owned := concat_ws(' OR ', owned, (
      SELECT format('(%s) IN (SELECT %s FROM %s %s WHERE %s)',
        (SELECT string_agg(format('%s.%I', alias, c), ', ') FROM unnest(p.columns) c),
        (SELECT string_agg(format('%s.%I', inner_alias, k), ', ') FROM unnest(p.keys) k),
        reeve.catalog_table(manifest, p.target), inner_alias, w.condition)
      FROM reeve.right_owned(manifest, person, p.target, inner_alias, seen || collection)
        w(condition)
      WHERE w.condition IS NOT NULL));
  END LOOP;
  RETURN '(' || nullif(owned, '') || ')';
END
$$;

COMMENT ON FUNCTION reeve.right_owned(jsonb, text, text, text, text[]) IS
  'Condition that a row of a collection, alias, is of the person with the key $6 (text): it is '
  'their row, one of its parents is they (by export, of of the catalog, only some parents count), '
  'or, where no parent of it is a person, a parent is a row of theirs. NULL: rows of this '
  'collection are nobody''s.';
