CREATE OR REPLACE FUNCTION reeve.remote_text(line text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format($f$replace(replace(replace(replace(%s, E'\\', E'\\\\'), E'\t', E'\\t'), E'\n',
    E'\\n'), E'\r', E'\\r')$f$, line)
$$;

COMMENT ON FUNCTION reeve.remote_text(text) IS 'Expression giving a text as COPY reads it.';
