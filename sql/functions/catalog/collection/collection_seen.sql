CREATE OR REPLACE FUNCTION reeve.collection_seen(
  c reeve.collection, by_former_names boolean DEFAULT FALSE)
RETURNS reeve.collection
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  here regclass := to_regclass(c.table_sql);
  gone text[];
  nulls text;
BEGIN
  IF here IS NULL THEN
    RAISE EXCEPTION 'the table % of % is gone%', c.table_sql, c.name, coalesce((
        SELECT format(' (now %I.%I)', n.nspname, k.relname)
        FROM pg_class k JOIN pg_namespace n ON n.oid = k.relnamespace
        WHERE k.oid = c.relation), '')
      USING ERRCODE = 'RV006', HINT = reeve.catalog_remedy();
  END IF;
  SELECT array_agg(g.name), string_agg(format('NULL::%s AS %I', g.type, g.name), ', ')
  INTO gone, nulls FROM reeve.collection_gone(c) g
  WHERE g.new_name IS NULL OR NOT by_former_names;
  IF gone && c.key_columns THEN
    RAISE EXCEPTION 'a column of the key of % is gone: %', c.name, (
        SELECT string_agg(reeve.column_gone(g.name, g.new_name), ', ')
        FROM reeve.collection_gone(c) g WHERE g.name = ANY (c.key_columns))
      USING ERRCODE = 'RV006', HINT = reeve.catalog_remedy();
  END IF;
  c.relation := here;
  IF by_former_names THEN
    c.table_sql := reeve.collection_source(c);
  END IF;
  IF c.key_types <> reeve.catalog_types(here, c.key_columns) THEN
    c.key_types := reeve.catalog_types(here, c.key_columns);
    c.match_sql := reeve.catalog_match(c.key_columns, c.key_types);
    c.keys_sql := reeve.catalog_keys('t', c.key_columns, c.key_types);
  END IF;
  IF gone IS NULL THEN
    RETURN c;
  END IF;
  c.label_sql := format('coalesce((SELECT (%s)::text FROM (SELECT t.*, %s) t), %s)', c.label_sql,
    nulls, c.key_sql);
  c.find_plain := CASE WHEN NOT c.find_plain && gone THEN c.find_plain END;
  c.find_column := nullif(c.find_column, (
    SELECT g FROM unnest(gone) g WHERE g = c.find_column));
  c.visible_column := nullif(c.visible_column, (
    SELECT g FROM unnest(gone) g WHERE g = c.visible_column));
  RETURN c;
END
$$;

COMMENT ON FUNCTION reeve.collection_seen(reeve.collection, boolean) IS
  'A collection as it can be shown now: where columns of its table are gone since the catalog was '
  'applied, nothing is found by them, and a label that they made is the key; a key goes by its '
  'present type. With by_former_names, columns that were only renamed are there: table_sql has '
  'them under both names (reeve.collection_source). RV006 without its table or its key. Only for '
  'screens: an act, a search or an erasure must not go by half of its columns.';
