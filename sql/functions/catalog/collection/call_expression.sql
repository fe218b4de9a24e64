CREATE OR REPLACE FUNCTION reeve.call_expression(routine text, arguments text[], joint text)
RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF cardinality(arguments) BETWEEN 1 AND 50 THEN
    RETURN format('(%s(%s))', routine, array_to_string(arguments, ', '));
  END IF;
  RETURN (
    SELECT '(' || string_agg(c.call, joint ORDER BY c.number) || ')'
    FROM (
      SELECT (a.place - 1) / 50 AS number,
        format('%s(%s)', routine, string_agg(a.argument, ', ' ORDER BY a.place)) AS call
      FROM unnest(arguments) WITH ORDINALITY a(argument, place)
      GROUP BY 1) c);
END
$$;

COMMENT ON FUNCTION reeve.call_expression(text, text[], text) IS
  'Expression that calls a variadic function with any number of arguments, although PostgreSQL '
  'passes at most 100: by calls of 50, or of 50 pairs, that the operator joint joins. NULL '
  'without arguments.';
