CREATE OR REPLACE FUNCTION findspot.place_find(
  who bigint, query text, at timestamptz, max_rows integer DEFAULT 20, after jsonb DEFAULT NULL)
RETURNS TABLE(place bigint, name text, snippet text[], corrected text, next jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
BEGIN
  PERFORM findspot.user_admit(who, at);
  PERFORM findspot.page_require(max_rows);
  PERFORM findspot.text_require('query', query, 1000);
  RETURN QUERY
    SELECT s.key::bigint, s.label, s.snippet, s.corrected, s.place
    FROM findspot.search_place(query, '{}', 'relevance', max_rows, after) s;
END
$body$;

COMMENT ON FUNCTION findspot.place_find(bigint, text, timestamptz, integer, jsonb) IS
'Places that the search of the back office finds, the best first, also where words are misspelt, at
most max_rows (20 by default, never more than 100). query: 1 to 1,000 characters. snippet: a piece
of the text in parts, every second one of which matched; corrected: the text that was searched for
instead of a mistyped one, or NULL; next: what after takes for the next page. A worker of the back
office fills the index and applies changes within about a second; without one nothing is found.
RV001 for an after that is of no such search.';

GRANT EXECUTE ON FUNCTION findspot.place_find(bigint, text, timestamptz, integer, jsonb)
  TO findspot_app;
