CREATE OR REPLACE FUNCTION randevoo.text_require(
  words text, argument text, shortest integer, longest integer) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
  SELECT randevoo.require(char_length(words) BETWEEN shortest AND longest,
    format('%s is %s to %s characters', argument, shortest, longest))
$body$;

COMMENT ON FUNCTION randevoo.text_require(text, text, integer, integer) IS
'Raises RN012 unless a text is there and has so many characters.';
