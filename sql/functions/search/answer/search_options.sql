CREATE OR REPLACE FUNCTION reeve.search_options(options jsonb, allowed text[])
RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  o record;
  said text;
BEGIN
  IF options IS NULL THEN
    RETURN '{"filters": {}}';
  ELSIF pg_column_size(options) > 200000 THEN
    said := ' have more than 200000 bytes';
  ELSIF jsonb_typeof(options) <> 'object' THEN
    said := ' are an object such as {"max": 20}';
  END IF;
  IF said IS NOT NULL THEN
    RAISE EXCEPTION 'options%', said USING ERRCODE = 'RV001';
  END IF;
  FOR o IN
    SELECT e.key, e.value, jsonb_typeof(e.value) AS type FROM jsonb_each(options) e
    WHERE e.value <> 'null'
  LOOP
    -- Whatever else a value is, it is none of these. What filters hold, a search checks.
    said := CASE
      WHEN o.key <> ALL (allowed) THEN 'is no option'
      WHEN o.key = 'filters' AND o.type <> 'object' THEN 'is no object'
      WHEN o.key IN ('sort', 'after', 'visitor') AND o.type <> 'string' THEN 'is no text'
      WHEN o.key = 'sort' AND char_length(o.value #>> '{}') > 100
        OR o.key = 'visitor' AND char_length(o.value #>> '{}') NOT BETWEEN 1 AND 100
        THEN 'has not 1 to 100 characters'
      WHEN o.key IN ('highlight', 'counts') AND o.type <> 'boolean' THEN 'is neither true nor false'
      WHEN o.key IN ('max', 'total') AND (o.type <> 'number' OR CASE o.type WHEN 'number'
          THEN o.value::numeric NOT BETWEEN CASE o.key WHEN 'max' THEN 1 ELSE 0 END
            AND CASE o.key WHEN 'max' THEN 100 ELSE 1000 END
            OR o.value::numeric <> trunc(o.value::numeric) END)
        THEN CASE o.key WHEN 'max' THEN 'is no whole number from 1 to 100'
          ELSE 'is no whole number from 0 to 1000' END
      WHEN o.key = 'facets' AND o.value NOT IN ('true', 'false') AND o.type <> 'array'
        THEN 'is neither true nor a list of facets'
      WHEN o.key = 'in' AND o.type <> 'array' THEN 'is no list of collections'
      WHEN o.key IN ('facets', 'in') AND o.type = 'array' AND jsonb_array_length(o.value) > 32
        THEN 'has more than 32 names'
      END;
    IF said IS NULL AND o.key IN ('facets', 'in') AND o.type = 'array' THEN
      SELECT format('[%s] is no name', min(n.place) - 1) INTO said
      FROM jsonb_array_elements(o.value) WITH ORDINALITY n(value, place)
      WHERE jsonb_typeof(n.value) <> 'string' HAVING count(*) > 0;
    ELSE
      said := ' ' || said;
    END IF;
    IF said IS NOT NULL THEN
      RAISE EXCEPTION 'options.%', left(o.key, 63) || said USING ERRCODE = 'RV001',
        HINT = format('Options: %s.', array_to_string(allowed, ', '));
    END IF;
  END LOOP;
  RETURN jsonb_strip_nulls(options - 'filters')
    || jsonb_build_object('filters', coalesce(nullif(options -> 'filters', 'null'), '{}'));
END
$$;

COMMENT ON FUNCTION reeve.search_options(jsonb, text[]) IS
  'Options of an app''s own find_… and complete_… without those that are null. RV001, with the '
  'path, for an option that does not exist, and for a value of another type or beyond its bounds.';
