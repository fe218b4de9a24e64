CREATE OR REPLACE FUNCTION findspot.place_find(
  who bigint, query text, at timestamptz, max_rows integer DEFAULT 20, after jsonb DEFAULT NULL)
RETURNS TABLE(place bigint, name text, snippet text[], corrected text, next jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
#variable_conflict use_column
BEGIN
  PERFORM findspot.user_admit(who, at);
  RETURN QUERY
    SELECT s.key::bigint, s.label, s.snippet, s.corrected, s.place
    FROM findspot.search_place(query, '{}', 'relevance', max_rows, after) s;
END
$body$;

COMMENT ON FUNCTION findspot.place_find(bigint, text, timestamptz, integer, jsonb) IS
'Places that the search of the back office finds, the best first, also where words are misspelt;
next is what after takes for the next page. FS001, FS002.';

GRANT EXECUTE ON FUNCTION findspot.place_find(bigint, text, timestamptz, integer, jsonb)
  TO findspot_app;
