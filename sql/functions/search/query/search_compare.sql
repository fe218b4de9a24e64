CREATE OR REPLACE FUNCTION reeve.search_compare(
  one text, op text, value text, until text, is_number boolean)
RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  number CONSTANT text := E'^-?\\d{1,40}(\\.\\d{1,40})?$';
  low text := CASE WHEN op IN ('>', '>=', '..') THEN value END;
  high text := CASE op WHEN '..' THEN until WHEN '<' THEN value WHEN '<=' THEN value END;
  b record;
  bound jsonb;
  parts text[] := '{}';
BEGIN
  IF op = '=' AND reeve.search_moment(value, FALSE) IS NOT NULL THEN
    low := value;
    high := value;
  ELSIF op = '=' THEN
    RETURN CASE WHEN value ~ number THEN format('%s = %L', one, value) ELSE 'FALSE' END;
  END IF;
  FOR b IN
    -- A day or a month ends before the next one begins.
    SELECT v.*, reeve.search_moment(v.text, v.op IN ('>', '<=')) AS moment
    FROM (VALUES (low, CASE op WHEN '>' THEN '>' ELSE '>=' END, '>='),
      (high, CASE op WHEN '<' THEN '<' ELSE '<=' END, '<')) v(text, op, moment_op)
    WHERE v.text <> ''
  LOOP
    bound := CASE WHEN b.text ~ number THEN to_jsonb(b.text::numeric)
      ELSE coalesce(to_jsonb(b.moment), to_jsonb(reeve.filter_fold(b.text))) END;
    IF b.text !~ number AND b.moment IS NOT NULL THEN
      b.op := b.moment_op;
    END IF;
    parts := parts || CASE
      WHEN NOT is_number AND jsonb_typeof(bound) = 'string' THEN format(
        'jsonb_typeof(v) = ''string'' AND reeve.filter_fold(v #>> ''{}'') COLLATE "C" %s %L',
        b.op, bound #>> '{}')
      WHEN NOT is_number THEN format('v @@ ''$%s %s %s''',
        CASE WHEN b.text ~ number THEN '.double()' END, b.op, bound)
      -- A number is more than any text.
      WHEN jsonb_typeof(bound) = 'number' THEN format('%s %s %L', one, b.op, bound)
      ELSE 'FALSE' END;
  END LOOP;
  RETURN CASE WHEN is_number THEN coalesce(nullif(array_to_string(parts, ' AND '), ''),
      one || ' IS NOT NULL')
    WHEN parts = '{}' THEN format('jsonb_typeof(%s) <> ''null''', one)
    ELSE format('EXISTS (SELECT FROM jsonb_path_query(%s, ''$[*]'') v(v) WHERE %s)', one,
      array_to_string(parts, ' AND ')) END;
END
$$;

COMMENT ON FUNCTION reeve.search_compare(text, text, text, text, boolean) IS
  'Condition over i, a document: a filter (one: reeve.search_value), which is one number or moment '
  'or something else, equals a number, or lies in a range of numbers, days or texts; a range '
  'without bounds: it has a value.';
