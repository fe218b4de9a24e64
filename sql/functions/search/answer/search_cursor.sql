CREATE OR REPLACE FUNCTION reeve.search_cursor(seen bytea, asked text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT translate(encode(substr(sha256(k.secret || seen || convert_to(asked, 'UTF8')), 1, 10)
    || seen, 'base64'), E'+/=\n', '-_')
  FROM reeve.search_secret k
$$;

COMMENT ON FUNCTION reeve.search_cursor(bytea, text) IS
  'Cursor after a page: the marks of all rows so far (reeve.search_row_mark), sealed with the '
  'call''s arguments.';
