CREATE OR REPLACE FUNCTION reeve.search_condition(
  declared jsonb, clauses jsonb, ranges text[], OUT must tsquery, OUT condition text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
-- PostgreSQL would raise a notice for each phrase without indexed words.
SET client_min_messages = warning
AS $$
DECLARE
  search jsonb := declared -> 'search';
  filters text[] := reeve.search_filters(search);
  conditions text[] := '{}';
  clause jsonb;
  atom jsonb;
  is_not boolean;
  -- Of a clause: what the index knows, and what is looked at in documents.
  found tsquery;
  ways text[];
  phrase tsquery;
  field text;
  weight text;
BEGIN
  FOR clause IN SELECT * FROM jsonb_array_elements(clauses) LOOP
    is_not := clause -> 'not';
    found := NULL;
    ways := '{}';
    FOR atom IN SELECT * FROM jsonb_array_elements(clause -> 'any') LOOP
      field := atom ->> 'field';
      IF field = ANY (filters) THEN
        phrase := CASE WHEN field <> ALL (ranges) AND atom ->> 'op' = '='
          THEN (
            SELECT reeve.search_lexeme(
                reeve.search_filter_lexeme(f.place, to_jsonb(f.value)))
              || CASE WHEN f.value ~ E'^-?\\d{1,40}(\\.\\d{1,40})?$' THEN ' | '
                || reeve.search_lexeme(reeve.search_filter_lexeme(
                  f.place, to_jsonb(f.value::numeric))) ELSE '' END
            FROM (VALUES (array_position(reeve.search_lexed(search, ranges), field) - 1,
              atom ->> 'value')) f(place, value)) END;
        -- A day or a month may be a text as well.
        IF phrase IS NULL OR reeve.search_moment(atom ->> 'value', FALSE) IS NOT NULL THEN
          ways := ways || reeve.search_compare(
            reeve.search_value(search, ranges, field), atom ->> 'op', atom ->> 'value',
            atom ->> 'until', field = ANY (ranges));
          CONTINUE WHEN phrase IS NULL;
        END IF;
      ELSE
        phrase := reeve.search_phrase(
          coalesce(atom ->> 'words', reeve.search_text(atom ->> 'value')));
        -- Words too common to be indexed neither require nor exclude anything.
        CONTINUE WHEN numnode(phrase) = 0;
        IF field IS NOT NULL THEN
          weight := (SELECT f.weight FROM reeve.search_text_fields(search) f WHERE f.name = field);
          -- No document has a field that the generation lacks.
          phrase := CASE WHEN weight IS NULL THEN reeve.search_lexeme(chr(29))
            ELSE regexp_replace(phrase::text, '(''(?:[^'']|'''')+''):?', E'\\1:' || weight, 'g')
            END;
        END IF;
      END IF;
      found := coalesce(found || phrase, phrase);
    END LOOP;
    IF ways <> '{}' THEN
      conditions := conditions || format(CASE WHEN is_not THEN '(%s) IS NOT TRUE' ELSE '(%s)' END,
        array_to_string(ways || CASE WHEN found IS NOT NULL THEN format('i.tsv @@ %L', found) END,
          ' OR '));
    ELSIF found IS NOT NULL THEN
      found := CASE WHEN is_not THEN !! found ELSE found END;
      must := coalesce(must && found, found);
    END IF;
  END LOOP;
  condition := coalesce(nullif(array_to_string(conditions, ' AND '), ''), 'TRUE');
END
$$;

COMMENT ON FUNCTION reeve.search_condition(jsonb, jsonb, text[]) IS
  'Every clause of a query (reeve.search_parse) as a generation declared so, whose ranges these '
  'are, answers it: must, what the index of documents knows, and a condition over i, a document. A '
  'field that the generation lacks has no value. NULL: must.';
