CREATE OR REPLACE FUNCTION reeve.public_comment(collection text, verb text, spec jsonb)
RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format(CASE verb
    WHEN 'search' THEN 'Generated: rows of %1$s that everybody may see, for a text as people type '
      'it, best first. A worker fills the index and applies changes within about a second; without '
      'one nothing is found. filters: an object of %2$s, each with a value, a list of values or '
      '{"min": …, "max": …}. sort: relevance, or a filter; -FILTER has the greatest first. max: 1 '
      'to 100 rows; less counts as 1, more as 100. after: place of the last row of the page '
      'before. rank: 1 is every word once in the best field of a text of average length. marked '
      'and snippet: the label and a piece of the text in parts, every second one of which matched. '
      'corrected: the text that was searched for instead of a mistyped one, or NULL. RV001: what '
      'is asked makes no sense.'
    WHEN 'suggest' THEN 'Generated: labels of %1$s that everybody may see, with their keys, for '
      'what has been typed so far, from two characters on; filled as search_%1$s is. max: 1 to 20.'
    WHEN 'find' THEN 'Generated: what search_%1$s finds, as one object: results, corrected, '
      'total ({"count", "exact"}: rows with every word), facets, and next, the cursor of the '
      'next page or null. options: filters, sort, max (1 to 100), after (next of the page '
      'before), facets (true, or a list of names), total (how far to count, 0 to 1000; 100), '
      'highlight (true), in (other collections to search too), visitor (who asks, for '
      'opened_%1$s). Filters: %2$s. Pages have no row twice, and end after 10000 rows. RV001: '
      'what is asked makes no sense.'
    WHEN 'complete' THEN 'Generated: what suggest_%1$s answers, as one object: suggestions, each '
      'with text and key. options: max (1 to 100, of which at most 20 are given), counts (true: '
      'each with total, {"count", "exact"}: rows with its words, to 50). RV001: the options make '
      'no sense.'
    WHEN 'opened' THEN 'Generated: to be called when somebody opens a row that a search of %1$s '
      'has found; visitor: an opaque name of who searches, as in the options of find_%1$s. Of '
      'those who search anew in other words before they open a row, Reeve learns synonyms, which '
      'an admin accepts or not. RV001: visitor has more than 100 characters, or none.'
    ELSE 'Generated: rows of %1$s with the highest scores now, weighed for the person by_key, or '
      'for nobody; within so many metres of a position, if one is given in degrees. max: 1 to 100. '
      'score: has no unit and only orders rows. distance: metres, NULL without a position. RV001 '
      'for a position off the earth.' END || CASE WHEN verb <> 'trending' AND spec ? 'limit'
      THEN ' RV012: more calls than %3$s by one login.' ELSE '' END, collection,
    coalesce(nullif(array_to_string(reeve.search_filters(spec), ', '), ''), 'none'),
    spec ->> 'limit')
$$;

COMMENT ON FUNCTION reeve.public_comment(text, text, jsonb) IS
  'Returns the comment on an app''s own search_…, suggest_…, find_…, complete_…, opened_… or '
  'trending_… function, for authors of clients.';
