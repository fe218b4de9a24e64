CREATE OR REPLACE FUNCTION reeve.catalog_recipient(
  manifest jsonb, collection text, steps text[], ids jsonb)
RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  at text := collection;
  source text := 'o';
  joins text := '';
  parent jsonb;
  target jsonb;
  keys text[];
  matched text;
BEGIN
  FOR i IN 1 .. cardinality(steps) LOOP
    parent := manifest #> ARRAY['collections', at, 'parents', steps[i]];
    IF parent IS NULL THEN
      RAISE EXCEPTION '% has no parent named %', at, steps[i] USING ERRCODE = 'RV005';
    END IF;
    at := parent ->> 'collection';
    target := manifest #> ARRAY['collections', at];
    keys := reeve.catalog_columns(target -> 'key');
    SELECT string_agg(format('%s.%I = %s.%I',
      CASE WHEN i = cardinality(steps) THEN 't' ELSE 'p' || i END, k.name, source, c.name), ' AND ')
    INTO matched
    FROM unnest(keys) WITH ORDINALITY k(name, place)
    JOIN unnest(reeve.catalog_columns(parent -> 'columns')) WITH ORDINALITY c(name, place)
      USING (place);
    EXIT WHEN i = cardinality(steps);
    joins := joins || format('JOIN %s p%s ON %s ', reeve.catalog_table(manifest, at), i, matched);
    source := 'p' || i;
  END LOOP;
  target := manifest #> ARRAY['collections', at];
  IF target -> 'recipient' IS NULL THEN
    RAISE EXCEPTION 'notices cannot be sent to %: it declares no recipient', at
      USING ERRCODE = 'RV005';
  END IF;
  matched := format(
    '(SELECT jsonb_build_object(''collection'', %s, ''key'', %s, ''locale'', %s, ''zone'', %s)%s)',
    coalesce(ids ->> at, '0'),
    reeve.catalog_key(reeve.catalog_columns(target -> 'key')),
    target #>> '{recipient,locale}', target #>> '{recipient,zone}',
    CASE WHEN cardinality(steps) = 0 THEN ''
      ELSE format(' FROM %s t WHERE %s', reeve.catalog_table(manifest, at), matched) END);
  IF joins = '' THEN
    RETURN matched;
  END IF;
  RETURN format('(SELECT %s FROM (SELECT) root %s)', matched,
    replace(joins, 'JOIN', 'INNER JOIN'));
END
$$;

COMMENT ON FUNCTION reeve.catalog_recipient(jsonb, text, text[], jsonb) IS
  'Expression giving who is notified (collection, key, locale, zone) when following the named '
  'parents '
  'from row t, whose parent columns are in alias o; NULL when there is nobody. RV005.';
