CREATE OR REPLACE FUNCTION findspot.place_whole_require(name text, description text, city text)
RETURNS void
LANGUAGE sql IMMUTABLE AS $body$
  SELECT findspot.text_require('name', name, 200),
    findspot.text_require('description', description, 10000),
    findspot.text_require('city', city, 100)
$body$;

COMMENT ON FUNCTION findspot.place_whole_require(text, text, text) IS
'Raises FS005 unless a place has its words.';
