CREATE OR REPLACE FUNCTION reeve.app_restore(
  c reeve.collection, columns text[], keys text[], vals jsonb[], expect jsonb[])
RETURNS TABLE(key text, code text, why text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  limit_alone constant int := 500;
  lows int[] := ARRAY[1];
  highs int[] := ARRAY[cardinality(keys)];
  low int;
  high int;
  refused int := 0;
  said text;
  detail text;
  named text;
BEGIN
  WHILE cardinality(lows) > 0 AND highs[1] > 0 LOOP
    low := lows[cardinality(lows)];
    high := highs[cardinality(highs)];
    lows := trim_array(lows, 1);
    highs := trim_array(highs, 1);
    BEGIN
      PERFORM reeve.app_write(c, columns, keys[low:high], vals[low:high], expect[low:high]);
    EXCEPTION WHEN SQLSTATE 'RV006' THEN
      GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL,
        named = CONSTRAINT_NAME;
      named := nullif(named, '');
      IF low < high AND refused < limit_alone THEN
        lows := lows || ARRAY[(low + high) / 2 + 1, low];
        highs := highs || ARRAY[high, (low + high) / 2];
        CONTINUE;
      END IF;
      refused := refused + high - low + 1;
      detail := coalesce(nullif(rtrim(detail, '.'), ''), 'RV006')
        || coalesce(', ' || named, '')
        || coalesce(': ' || CASE WHEN low = high THEN
          reeve.app_conflict(c, named, keys[low], vals[low]) END, '');
      RETURN QUERY
        SELECT u, coalesce(substring(detail FROM '^SQLSTATE ([0-9A-Z]{5})'), 'RV006'),
          format('%s (%s)', left(said, 300), left(detail, 300))
        FROM unnest(keys[low:high]) u;
    END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.app_restore(
  reeve.collection, text[], text[], jsonb[], jsonb[]) IS
  'Sets columns of rows, as reeve.app_write, and returns the rows that the app refuses: their '
  'SQLSTATE, and the constraint with its values. Set-based in a savepoint; what is refused is '
  'tried in halves until each refused row is alone, after 500 of them in larger parts.';
