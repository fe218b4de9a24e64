CREATE OR REPLACE FUNCTION reeve.notice_render(
  template text, zone text, arguments jsonb, OUT rendered text, OUT missing text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  piece text;
  name text;
  value text;
BEGIN
  rendered := '';
  -- One pass over the template: a placeholder inside a value is never expanded.
  FOR piece IN SELECT m[1] FROM regexp_matches(template, E'(\\{[^{}]*\\}|[^{]+|\\{)', 'g') m LOOP
    IF piece !~ E'^\\{[a-z_]+(\\|time)?\\}$' THEN
      rendered := rendered || piece;
      CONTINUE;
    END IF;
    name := substring(piece FROM '[a-z_]+');
    value := arguments ->> name;
    IF value IS NULL THEN
      missing := name;
      RETURN;
    END IF;
    rendered := rendered || CASE
      WHEN piece NOT LIKE '%|time}' OR value = '•••' THEN value
      WHEN value = 'infinity' THEN '∞'
      ELSE to_char(value::timestamptz AT TIME ZONE zone, 'YYYY-MM-DD HH24:MI') END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.notice_render(text, text, jsonb) IS
  'Fills {name} and {name|time} (in the reader''s zone) of a template; missing names the first '
  'argument that is absent, in which case nothing may be sent.';
