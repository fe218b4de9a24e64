CREATE OR REPLACE FUNCTION reeve.migrate_key(alias text, columns text[]) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN cardinality(columns) = 1 THEN format('%s.%I::text', alias, columns[1])
    ELSE format('jsonb_build_array(%s)::text',
      string_agg(format('%s.%I', alias, c.name), ', ' ORDER BY c.place)) END
  FROM unnest(columns) WITH ORDINALITY c(name, place)
$$;

COMMENT ON FUNCTION reeve.migrate_key(text, text[]) IS
  'Expression giving a row''s key as text, as the change log and the quarantine hold it.';
