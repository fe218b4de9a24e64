CREATE OR REPLACE FUNCTION randevoo.legacy_name(name text, OUT first text, OUT last text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
  SELECT nullif(left(split_part(w.words, ' ', 1), 100), ''),
    left(substr(w.words, char_length(split_part(w.words, ' ', 1)) + 2), 100)
  FROM (SELECT btrim(regexp_replace(legacy_name.name, '\s+', ' ', 'g'))) w(words)
$body$;

COMMENT ON FUNCTION randevoo.legacy_name(text) IS
'First and last name of a name of one text: the first word, NULL if there is none, and the others.';

GRANT EXECUTE ON FUNCTION randevoo.legacy_name(text) TO reeve_access;
