CREATE OR REPLACE FUNCTION reeve.is_one_call(statement text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- In "C", where I is the capital of i. A backslash in a literal could end it or not, as
  -- standard_conforming_strings says. Where no comma is, the server finds a syntax error.
  RETURN statement COLLATE "C" ~* (
    E'^\\s*SELECT\\s+((\\w+|"[^"]*"|\\*)(\\s*,\\s*(\\w+|"[^"]*"))*\\s+FROM\\s+)?reeve\\.\\w+\\s*'
    '\\((\\s*,?\\s*(\\w+\\s*=>\\s*)?(\\$\\d+|\\d+(\\.\\d+)?|''([^''\\\\]|'''')*''|null|true|false)'
    '(::pg_catalog\\.\\w+(\\[\\])?)?)*\\s*\\)'
    '\\s*(ORDER\\s+BY\\s+\\w+\\s*(DESC\\s*)?)?(LIMIT\\s+\\d+\\s*)?;?\\s*$');
END
$$;

COMMENT ON FUNCTION reeve.is_one_call(text) IS
  'Whether a statement is the call of one function of Reeve and nothing else: SELECT reeve.f(…) or '
  'SELECT columns FROM reeve.f(…), possibly with ORDER BY a column and LIMIT. Its arguments are '
  'parameters, plain numbers and literals, NULL, TRUE and FALSE, possibly with a name before '
  'them and ::pg_catalog.type behind.';
