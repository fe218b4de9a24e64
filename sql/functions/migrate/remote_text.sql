CREATE OR REPLACE FUNCTION reeve.remote_text(expression text, category text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format(CASE WHEN category IN ('B', 'D', 'N', 'T') THEN $f$coalesce(%s, '\N')$f$
    ELSE $f$coalesce(replace(replace(replace(replace(%s, '\', '\\'), E'\t', '\t'), E'\n', '\n'),
      E'\r', '\r'), '\N')$f$ END, expression)
$$;

COMMENT ON FUNCTION reeve.remote_text(text, text) IS
  'Expression giving a text as COPY writes it. category: pg_type.typcategory of the type; '
  'numbers, dates, times and booleans have nothing to escape.';
