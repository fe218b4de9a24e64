CREATE OR REPLACE FUNCTION reeve.search_cursor_read(cursor text, asked text) RETURNS bytea
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  bytes bytea;
  seen bytea := '';
BEGIN
  IF cursor IS NULL THEN
    RETURN seen;
  ELSIF octet_length(cursor) < 70000 AND cursor ~ '^[A-Za-z0-9_-]+$'
    AND octet_length(cursor) % 4 <> 1
  THEN
    bytes := decode(rpad(translate(cursor, '-_', '+/'), (octet_length(cursor) + 3) / 4 * 4, '='),
      'base64');
    seen := substr(bytes, 11);
  END IF;
  IF reeve.search_cursor(seen, asked) IS DISTINCT FROM cursor THEN
    RAISE EXCEPTION 'options.after is no cursor of this search' USING ERRCODE = 'RV001',
      HINT = 'Give `next` of the page before, with the same query, filters, sort and in.';
  END IF;
  RETURN seen;
END
$$;

COMMENT ON FUNCTION reeve.search_cursor_read(text, text) IS
  'Marks of the rows of earlier pages, from the cursor after the last of them; empty for NULL. '
  'RV001 for a text that reeve.search_cursor has not made for these arguments.';
