CREATE OR REPLACE FUNCTION reeve.search_atom(token text, fields text[]) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  part text[] := regexp_match(token, '^([[:alpha:]_][[:alnum:]_.]*):(.+)$');
  field text := part[1];
  value text := part[2];
  bound text[];
  words text;
BEGIN
  IF field IS NULL OR field <> ALL (fields) THEN
    words := btrim(reeve.search_text(replace(token, '"', ' ')));
    RETURN CASE WHEN words ~ '[^[:space:]]' THEN jsonb_build_object('words', words)
      || CASE WHEN token ~ '^".*"$' THEN '{"phrase": true}'::jsonb ELSE '{}' END END;
  END IF;
  IF value ~ '^".*"$' THEN
    value := substr(value, 2, char_length(value) - 2);
    RETURN jsonb_build_object('field', field, 'op', '=', 'value', value);
  END IF;
  bound := regexp_match(value, '^(<=|>=|<|>|=)(.+)$');
  IF bound IS NOT NULL THEN
    RETURN jsonb_build_object('field', field, 'op', bound[1], 'value', bound[2]);
  END IF;
  bound := regexp_match(value, E'^(.*?)\\.\\.(.*)$');
  IF bound IS NOT NULL THEN
    RETURN jsonb_build_object('field', field, 'op', '..', 'value', bound[1], 'until', bound[2]);
  END IF;
  RETURN jsonb_build_object('field', field, 'op', '=', 'value', value);
END
$$;

COMMENT ON FUNCTION reeve.search_atom(text, text[]) IS
  'One part of a query: words (phrase: in this order) or, if it begins with one of the fields '
  'and a colon, field, op (=, <, <=, >, >= or ..), value and, for .., until. NULL for '
  'punctuation only.';
