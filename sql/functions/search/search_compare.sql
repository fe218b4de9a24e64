CREATE OR REPLACE FUNCTION reeve.search_compare(field text, op text, value text, until text)
RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  number CONSTANT text := '^-?\d{1,15}(\.\d{1,15})?$';
  folded text := btrim(reeve.text_fold(value));
  path text := '$.' || to_json(field) || '[*] ? (%s)';
  low text := CASE WHEN op IN ('>', '>=', '..') THEN value END;
  high text := CASE op WHEN '..' THEN until WHEN '<' THEN value WHEN '<=' THEN value END;
  low_op text := CASE op WHEN '>' THEN '>' ELSE '>=' END;
  high_op text := CASE op WHEN '<' THEN '<' ELSE '<=' END;
  parts text[] := '{}';
BEGIN
  IF op = '=' AND reeve.search_moment(value, FALSE) IS NOT NULL THEN
    low := value;
    high := value;
  ELSIF op = '=' THEN
    RETURN format('i.fields @> %L', jsonb_build_object(field, jsonb_build_array(folded)))
      || CASE WHEN value ~ number THEN format(' OR i.fields @> %L',
        jsonb_build_object(field, jsonb_build_array(value::numeric))) ELSE '' END;
  END IF;
  IF nullif(low, '') IS NOT NULL THEN
    parts := parts || CASE
      WHEN low ~ number THEN format('@.double() %s %s', low_op, low)
      WHEN reeve.search_moment(low, FALSE) IS NOT NULL
        THEN format('@ >= %s', reeve.search_moment(low, low_op = '>'))
      ELSE format('@ %s %s', low_op, to_json(reeve.text_fold(low))) END;
  END IF;
  IF nullif(high, '') IS NOT NULL THEN
    parts := parts || CASE
      WHEN high ~ number THEN format('@.double() %s %s', high_op, high)
      WHEN reeve.search_moment(high, FALSE) IS NOT NULL
        THEN format('@ < %s', reeve.search_moment(high, high_op = '<='))
      ELSE format('@ %s %s', high_op, to_json(reeve.text_fold(high))) END;
  END IF;
  RETURN CASE WHEN parts = '{}' THEN format('i.fields ? %L', field)
    ELSE format('i.fields @? %L', format(path, array_to_string(parts, ' && '))) END;
END
$$;

COMMENT ON FUNCTION reeve.search_compare(text, text, text, text) IS
  'Condition over i, a document: a field equals a value, or lies in a range of numbers, days or '
  'texts; a range without bounds: it has a value.';
