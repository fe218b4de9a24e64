CREATE OR REPLACE FUNCTION reeve.import_value(expression text, raw text) RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- Tables that the expression reads may have the same names as those of the statement around it.
  RETURN CASE WHEN expression ~* E'\\mfrom\\M'
    THEN format('(SELECT %s FROM (SELECT %s) "#v"("#v"))',
      replace(expression, '$v', '"#v"."#v"'), raw)
    ELSE format('(%s)', replace(expression, '$v', raw)) END;
END
$$;

COMMENT ON FUNCTION reeve.import_value(text, text) IS
  'An expression of a mapping over the value $v, which is called raw in the statement around it.';
