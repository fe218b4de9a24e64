CREATE OR REPLACE FUNCTION reeve.remote_digest(line text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('left(encode(sha256(convert_to(%s, ''UTF8'')), ''hex''), 32)', line)
$$;

COMMENT ON FUNCTION reeve.remote_digest(text) IS
  'Expression giving a digest of a line, the same in each version of PostgreSQL.';
