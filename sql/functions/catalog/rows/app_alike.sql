-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_alike(c reeve.collection, of_key text, max_rows int)
RETURNS TABLE(
  key text, label text, other text, other_label text, distance float8, likeness float8)
LANGUAGE plpgsql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  manifest jsonb := (SELECT a.manifest FROM reeve.app a WHERE a.app = c.app);
BEGIN
  PERFORM reeve.place_require(c);
  IF manifest #> ARRAY['collections', c.name, 'place', 'alike'] IS NULL THEN
    RAISE EXCEPTION 'the catalog does not say when a % is like another', c.name
      USING ERRCODE = 'RV001',
        HINT = '`alike:` of its `place:` says how near, and of what name, they have to be.';
  END IF;
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text, label text, other text, '
    'other_label text, distance float8, likeness float8', '{keys,max_rows}')
  -- Without a key, the later row of a pair is like the earlier one.
  USING format('SELECT p.key, p.label, p.other, p.other_label, p.distance, p.likeness '
      'FROM (%s) p ORDER BY p.likeness DESC, p.distance, p.key, p.other LIMIT $5',
      CASE WHEN of_key IS NULL THEN reeve.alike_statement(manifest, c.name, 'TRUE', '<')
      ELSE format('SELECT a.other AS key, a.other_label AS label, a.key AS other, '
        'a.label AS other_label, a.distance, a.likeness FROM (%s) a',
        reeve.alike_statement(manifest, c.name, c.keys_sql, '<>')) END),
    ARRAY[of_key], max_rows::bigint;
END
$$;

COMMENT ON FUNCTION reeve.app_alike(reeve.collection, text, int) IS
  'Rows that seem to be the same thing as another (other), by the catalog''s alike: those like '
  'the row with that key, or for NULL every pair, with the later row first. The most alike '
  'first. RV001 if the catalog does not declare it, RV002 if positions are personal. NULL: '
  'label, other_label.';
