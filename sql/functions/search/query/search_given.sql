CREATE OR REPLACE FUNCTION reeve.search_given(filters jsonb, fields text[]) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  clauses jsonb := '[]';
  f record;
BEGIN
  IF jsonb_typeof(filters) <> 'object' THEN
    RAISE EXCEPTION 'filters are an object such as {"brand": "Acme", "price": {"max": 50}}'
      USING ERRCODE = 'RV001';
  END IF;
  FOR f IN SELECT * FROM jsonb_each(coalesce(filters, '{}')) LIMIT 32 LOOP
    IF f.key <> ALL (fields) THEN
      RAISE EXCEPTION 'there is no filter %', left(f.key, 63) USING ERRCODE = 'RV001',
        HINT = 'Filters: ' || coalesce(nullif(array_to_string(fields, ', '), ''), 'none') || '.';
    END IF;
    clauses := clauses || jsonb_build_object('not', FALSE, 'any', CASE jsonb_typeof(f.value)
      WHEN 'object' THEN jsonb_build_array(jsonb_build_object('field', f.key, 'op', '..',
        'value', left(f.value ->> 'min', 200), 'until', left(f.value ->> 'max', 200)))
      WHEN 'array' THEN coalesce((
        SELECT jsonb_agg(jsonb_build_object('field', f.key, 'op', '=', 'value', left(v, 200)))
        FROM (SELECT * FROM jsonb_array_elements_text(f.value) LIMIT 64) e(v)), '[]')
      ELSE jsonb_build_array(jsonb_build_object('field', f.key, 'op', '=', 'value',
        left(f.value #>> '{}', 200))) END);
  END LOOP;
  RETURN clauses;
END
$$;

COMMENT ON FUNCTION reeve.search_given(jsonb, text[]) IS
  'Filters given by a program, as clauses of a query: a value, a list of values of which one has '
  'to match, or {"min": …, "max": …}. RV001 for a field that is no filter.';
