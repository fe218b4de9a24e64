CREATE OR REPLACE FUNCTION reeve.file_condition(name text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format(E'octet_length(%1$s) BETWEEN 1 AND 1024'
    ' AND %1$s !~ E''[\\\\x01-\\\\x1f\\\\x7f]|(^|/)\\\\.{1,2}(/|$)''', name)
$$;

COMMENT ON FUNCTION reeve.file_condition(text) IS
  'A condition over an expression: it can be the name of an object. Names of more than 1024 '
  'bytes, with control characters, or with a part that is . or .. are nobody''s: what somebody '
  'wrote there must lead no receiver elsewhere.';
