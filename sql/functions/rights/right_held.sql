-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.right_held(c reeve.collection, key text)
RETURNS TABLE(collection_id int, keys text[])
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  m jsonb := (SELECT a.manifest FROM reeve.app a WHERE a.app = c.app);
  hold record;
  is_mine boolean;
  ids int[] := '{}';
  held text[] := '{}';
BEGIN
  FOR hold IN
    SELECT k.key AS held_key, o AS of, reeve.right_owned(m, c.name, o.name, 't') AS owned
    FROM reeve.mark k JOIN reeve.collection o USING (collection_id)
    WHERE o.app = c.app AND o.is_live AND k.kind = 'hold' AND k.until > clock_timestamp()
      AND (k.collection_id, k.key) <> (c.collection_id, right_held.key)
  LOOP
    is_mine := FALSE;
    IF hold.owned IS NOT NULL THEN
      EXECUTE reeve.reader_call(c.app, 'is_mine boolean', ARRAY['keys', 'words']) INTO is_mine
      USING format('SELECT EXISTS (SELECT FROM %s t WHERE %s AND %s)', (hold.of).table_sql,
        (hold.of).keys_sql, hold.owned), ARRAY[hold.held_key], right_held.key;
    END IF;
    IF NOT is_mine THEN
      ids := ids || (hold.of).collection_id;
      held := held || hold.held_key;
    END IF;
  END LOOP;
  RETURN QUERY
    SELECT r.collection_id, array_agg(DISTINCT r.key)
    FROM unnest(ids, held) h(id, key)
    CROSS JOIN LATERAL reeve.erase_reach(h.id, ARRAY[h.key]) r
    GROUP BY r.collection_id;
END
$$;

COMMENT ON FUNCTION reeve.right_held(reeve.collection, text) IS
  'The rows that legal holds on somebody else protect, and those that belong to these: they are '
  'in no export of another person.';
