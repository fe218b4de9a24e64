CREATE OR REPLACE FUNCTION reeve.search_compare(
  field text, op text, value text, until text, is_number boolean)
RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  number CONSTANT text := E'^-?\\d{1,15}(\\.\\d{1,15})?$';
  one text := format('(i.fields -> %L -> 0)', field);
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
      ELSE coalesce(to_jsonb(b.moment), to_jsonb(reeve.text_fold(b.text))) END;
    IF b.text !~ number AND b.moment IS NOT NULL THEN
      b.op := b.moment_op;
    END IF;
    parts := parts || CASE
      WHEN NOT is_number THEN format('@%s %s %s', CASE WHEN b.text ~ number THEN '.double()' END,
        b.op, bound)
      -- A number is more than any text.
      WHEN jsonb_typeof(bound) = 'number' THEN format('%s %s %L', one, b.op, bound)
      ELSE 'FALSE' END;
  END LOOP;
  RETURN CASE WHEN parts = '{}' THEN format('i.fields ? %L', field)
    -- Not a number, for PostgreSQL, is a text in JSON.
    WHEN is_number THEN format('%s AND jsonb_typeof(%s) = ''number''',
      array_to_string(parts, ' AND '), one)
    ELSE format('i.fields @? %L', format('$.%s[*] ? (%s)', to_json(field),
      array_to_string(parts, ' && '))) END;
END
$$;

COMMENT ON FUNCTION reeve.search_compare(text, text, text, text, boolean) IS
  'Condition over i, a document: a field, which is one number or moment or something else, equals '
  'a number, or lies in a range of numbers, days or texts; a range without bounds: it has a value.';
