-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_devices(
  c reeve.collection, person text DEFAULT NULL, of_token text DEFAULT NULL,
  max_rows bigint DEFAULT NULL)
RETURNS TABLE(
  collection_id int, key text, label text, owner text, token text, platform text, version text,
  seen_at timestamptz, is_hidden boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  d record;
BEGIN
  FOR d IN
    SELECT v.*, l.collection_id, l.key_sql, l.label_sql, l.table_sql,
      reeve.catalog_visible(a.manifest, v.collection) AS visible_sql
    FROM reeve.app a
    CROSS JOIN LATERAL reeve.catalog_devices(a.manifest) v
    JOIN reeve.collection l ON l.app = a.app AND l.name = v.collection
    WHERE a.app = c.app AND v.people = c.name
  LOOP
    RETURN QUERY EXECUTE reeve.reader_call(c.app, 'collection_id int, key text, label text, '
      'owner text, token text, platform text, version text, seen_at timestamptz, '
      'is_hidden boolean', ARRAY['keys', 'words', 'max_rows'])
    USING format('SELECT %1$s, %2$s, (%3$s)::text, %4$s, t.%5$I::text, t.%6$I::text, '
      't.%7$I::text, t.%8$I, (%9$s) IS NOT TRUE FROM %10$s t '
      'WHERE t.%5$I IS NOT NULL%11$s%12$s ORDER BY t.%8$I DESC NULLS LAST, 2 LIMIT $5',
      d.collection_id, d.key_sql, d.label_sql, reeve.catalog_key(d.owner_columns), d.token,
      d.platform, d.version, d.seen, d.visible_sql, d.table_sql,
      CASE WHEN person IS NOT NULL
        THEN ' AND ' || reeve.catalog_keys('t', d.owner_columns, c.key_types) ELSE '' END,
      CASE WHEN of_token IS NOT NULL
        THEN format(' AND t.%I::text = $6', d.token) ELSE '' END),
      ARRAY[person], of_token, max_rows;
  END LOOP;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the catalog declares no devices of a %', c.name USING ERRCODE = 'RV001',
      HINT = 'It says `devices` in the collection whose rows they are.';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_devices(reeve.collection, text, text, bigint) IS
  'The devices of people of a collection that have a token: of one person (a key; NULL: of all), '
  'with one token (of_token; NULL: with any), those seen last first, with their tokens as they '
  'are. RV001 if the catalog declares no devices for these people.';
