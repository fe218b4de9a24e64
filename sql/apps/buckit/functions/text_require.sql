CREATE OR REPLACE FUNCTION buckit.text_require(
  argument text, given text, longest integer, is_optional boolean DEFAULT FALSE) RETURNS void
LANGUAGE sql IMMUTABLE AS $body$
  SELECT buckit.argument_require(argument,
    CASE WHEN given IS NULL THEN is_optional ELSE char_length(given) BETWEEN 1 AND longest END,
    format('1 to %s characters', longest) || CASE WHEN is_optional THEN ', or NULL' ELSE '' END)
$body$;

COMMENT ON FUNCTION buckit.text_require(text, text, integer, boolean) IS
'Raises BK007 unless a text has 1 to so many characters.';
