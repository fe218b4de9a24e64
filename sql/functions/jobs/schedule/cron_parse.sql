CREATE OR REPLACE FUNCTION reeve.cron_parse(expression text) RETURNS reeve.cron_fields
LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  fields CONSTANT text[] := '{second,minute,hour,day of month,month,day of week}';
  low CONSTANT int[] := '{0,0,0,1,1,0}';
  high CONSTANT int[] := '{59,59,23,31,12,7}';
  month_names CONSTANT text[] := '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}';
  day_names CONSTANT text[] := '{sun,mon,tue,wed,thu,fri,sat}';
  words text[];
  item text;
  parts text[];
  ends int[];
  step int;
  fault text;
  bits bigint[] := '{}';
  result reeve.cron_fields;
BEGIN
  words := regexp_split_to_array(btrim(CASE lower(btrim(left(expression, 500)))
    WHEN '@yearly' THEN '0 0 1 1 *' WHEN '@annually' THEN '0 0 1 1 *'
    WHEN '@monthly' THEN '0 0 1 * *' WHEN '@weekly' THEN '0 0 * * 0'
    WHEN '@daily' THEN '0 0 * * *' WHEN '@midnight' THEN '0 0 * * *'
    WHEN '@hourly' THEN '0 * * * *' ELSE expression END, E' \t'), E'[ \\t]+');
  fault := CASE WHEN char_length(expression) > 500 THEN 'it is longer than 500 characters'
    WHEN starts_with(words[1], '@') THEN
      'known words are @hourly @daily @weekly @monthly @yearly'
    WHEN cardinality(words) NOT IN (5, 6) THEN
      format('it has %s fields, not 5 or 6',
        CASE WHEN words = '{""}' THEN 0 ELSE cardinality(words) END) END;
  IF cardinality(words) = 5 THEN
    words := '0'::text || words;
  END IF;
  FOR i IN 1..CASE WHEN fault IS NULL THEN 6 ELSE 0 END LOOP
    bits[i] := 0;
    FOREACH item IN ARRAY string_to_array(words[i], ',') LOOP
      IF i = 4 AND item IN ('L', 'l') THEN
        bits[i] := bits[i] | 1;
        CONTINUE;
      END IF;
      parts := regexp_match(lower(item),
        E'^(\\*|[a-z]{3}|[0-9]{1,6})(?:-([a-z]{3}|[0-9]{1,6}))?(?:/([0-9]{1,6}))?$');
      SELECT array_agg(CASE WHEN p ~ '^[0-9]+$' THEN p::int
        WHEN i = 5 THEN array_position(month_names, p)
        WHEN i = 6 THEN array_position(day_names, p) - 1 END ORDER BY n)
      INTO ends FROM unnest(parts[1:2]) WITH ORDINALITY u(p, n);
      IF parts[1] = '*' AND parts[2] IS NULL THEN
        -- 7 is Sunday once more, and no step may land on it.
        ends := ARRAY[low[i], high[i] - (i = 6)::int];
      ELSIF parts IS NULL OR ends[1] IS NULL OR parts[2] IS NOT NULL AND ends[2] IS NULL THEN
        fault := format('%s "%s" is not a value, range or step%s', fields[i], item,
          CASE i WHEN 4 THEN '' WHEN 5 THEN '; names are jan … dec'
            WHEN 6 THEN '; names are sun … sat' ELSE '' END);
        EXIT;
      ELSE
        -- A step without an end continues to the last value; fri-sun and 5-0 end with Sunday as 7.
        ends[2] := CASE WHEN i = 6 AND ends[2] = 0 AND ends[1] > 0 THEN 7
          WHEN parts[2] IS NOT NULL THEN ends[2]
          WHEN parts[3] IS NOT NULL THEN high[i] - (i = 6)::int ELSE ends[1] END;
      END IF;
      step := coalesce(parts[3]::int, 1);
      fault := CASE
        WHEN NOT ends[1] BETWEEN low[i] AND high[i] OR NOT ends[2] BETWEEN low[i] AND high[i] THEN
          format('%s "%s" is not in %s … %s', fields[i], item, low[i], high[i])
        WHEN ends[1] > ends[2] THEN format('%s "%s" goes backwards', fields[i], item)
        WHEN step NOT BETWEEN 1 AND high[i] - low[i] THEN
          format('the step of %s "%s" is not in 1 … %s', fields[i], item, high[i] - low[i]) END;
      EXIT WHEN fault IS NOT NULL;
      FOR value IN ends[1]..ends[2] BY step LOOP
        bits[i] := bits[i] | (1::bigint << value);
      END LOOP;
    END LOOP;
    fault := coalesce(fault, CASE WHEN bits[i] = 0 THEN fields[i] || ' is empty' END);
    EXIT WHEN fault IS NOT NULL;
  END LOOP;
  IF fault IS NULL THEN
    result := ROW(bits[1], bits[2], bits[3], bits[4], bits[5],
      (bits[6] | (bits[6] >> 7)) & 127, words[4] ~ E'^\\*' OR words[6] ~ E'^\\*');
    IF result.needs_both AND NOT EXISTS (
      SELECT FROM unnest('{31,29,31,30,31,30,31,31,30,31,30,31}'::int[]) WITH ORDINALITY u(days, m)
      WHERE bits[5] >> m::int & 1 = 1 AND bits[4] & (2::bigint << days) - 1 <> 0) THEN
      fault := format('no month of "%s" has the day "%s", so it would never fire',
        words[5], words[4]);
    END IF;
  END IF;
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION 'cron expression "%": %', left(expression, 100), fault USING ERRCODE = 'RV001',
      HINT = 'Fields: [second] minute hour day-of-month month day-of-week.';
  END IF;
  RETURN result;
END
$$;

COMMENT ON FUNCTION reeve.cron_parse(text) IS
  'Reads 5 fields, or 6 with seconds first, or @hourly and the like: values, names, lists, '
  'ranges, steps, L for the last day of a month. As in Vixie cron, a day must fit either of its '
  'two fields if both are restricted, and both if one begins with *. RV001 says which field is '
  'wrong.';
