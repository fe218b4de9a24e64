CREATE OR REPLACE FUNCTION reeve.search_given(filters jsonb, fields text[]) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  clauses jsonb := '[]';
  f record;
  v record;
  atoms jsonb;
BEGIN
  IF filters IS NULL THEN
    RETURN clauses;
  ELSIF jsonb_typeof(filters) <> 'object' THEN
    RAISE EXCEPTION 'filters are an object such as {"brand": "Acme", "price": {"max": 50}}'
      USING ERRCODE = 'RV001';
  ELSIF (SELECT count(*) FROM jsonb_object_keys(filters)) > 32 THEN
    RAISE EXCEPTION 'filters have more than 32 fields' USING ERRCODE = 'RV001';
  END IF;
  FOR f IN SELECT * FROM jsonb_each(filters) LOOP
    IF f.key <> ALL (fields) THEN
      RAISE EXCEPTION 'there is no filter %', left(f.key, 63) USING ERRCODE = 'RV001',
        HINT = 'Filters: ' || coalesce(nullif(array_to_string(fields, ', '), ''), 'none') || '.';
    ELSIF jsonb_typeof(f.value) = 'array' AND jsonb_array_length(f.value) > 64 THEN
      RAISE EXCEPTION 'filter % has more than 64 values', f.key USING ERRCODE = 'RV001';
    ELSIF jsonb_typeof(f.value) = 'object' AND (f.value - '{min,max}'::text[] <> '{}'
      OR f.value = '{}')
    THEN
      RAISE EXCEPTION 'filter % has bounds other than min and max', f.key USING ERRCODE = 'RV001',
        HINT = 'A range is {"min": 10, "max": 50}, or one of both.';
    END IF;
    atoms := '[]';
    FOR v IN
      SELECT a.value, format('%s[%s]', f.key, a.nth - 1) AS place, '=' AS op
      FROM jsonb_array_elements(CASE jsonb_typeof(f.value) WHEN 'array' THEN f.value
        ELSE '[]' END) WITH ORDINALITY a(value, nth)
      UNION ALL
      SELECT o.value, f.key || '.' || o.key, o.key
      FROM jsonb_each(CASE jsonb_typeof(f.value) WHEN 'object' THEN f.value ELSE '{}' END) o
      UNION ALL
      SELECT f.value, f.key, '=' WHERE jsonb_typeof(f.value) NOT IN ('array', 'object')
    LOOP
      IF jsonb_typeof(v.value) NOT IN ('string', 'number', 'boolean') THEN
        RAISE EXCEPTION 'filter % is neither text, number nor boolean', v.place
          USING ERRCODE = 'RV001';
      ELSIF char_length(v.value #>> '{}') > 200 THEN
        RAISE EXCEPTION 'filter % has more than 200 characters', v.place USING ERRCODE = 'RV001';
      ELSIF v.op = '=' THEN
        atoms := atoms || jsonb_build_object('field', f.key, 'op', '=', 'value', v.value #>> '{}');
      END IF;
    END LOOP;
    IF jsonb_typeof(f.value) = 'object' THEN
      atoms := jsonb_build_array(jsonb_build_object('field', f.key, 'op', '..',
        'value', f.value ->> 'min', 'until', f.value ->> 'max'));
    END IF;
    clauses := clauses || jsonb_build_object('not', FALSE, 'any', atoms);
  END LOOP;
  RETURN clauses;
END
$$;

COMMENT ON FUNCTION reeve.search_given(jsonb, text[]) IS
  'Filters given by a program, as clauses of a query: a value, a list of at most 64 values of '
  'which one has to match (none: any row), or {"min": …, "max": …}. RV001, with the path, for a '
  'field that is no filter, and for any other value.';
