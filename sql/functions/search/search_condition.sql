CREATE OR REPLACE FUNCTION reeve.search_condition(
  declared jsonb, clauses jsonb, ranges text[])
RETURNS text
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
  ways text[];
  phrase tsquery;
  field text;
  weight text;
BEGIN
  FOR clause IN SELECT * FROM jsonb_array_elements(clauses) LOOP
    ways := '{}';
    FOR atom IN SELECT * FROM jsonb_array_elements(clause -> 'any') LOOP
      field := atom ->> 'field';
      IF field = ANY (filters) THEN
        ways := ways || reeve.search_compare(field, atom ->> 'op', atom ->> 'value',
          atom ->> 'until', field = ANY (ranges));
        CONTINUE;
      END IF;
      phrase := phraseto_tsquery('simple', reeve.search_fold(coalesce(atom ->> 'words',
        atom ->> 'value')));
      IF field IS NULL THEN
        ways := ways || CASE WHEN numnode(phrase) > 0 THEN format('i.tsv @@ %L', phrase) END;
      ELSE
        SELECT f.weight INTO weight FROM reeve.search_text_fields(search) f WHERE f.name = field;
        ways := ways || CASE WHEN weight IS NULL THEN 'FALSE'
          WHEN numnode(phrase) > 0 THEN
            format('i.tsv @@ %L AND ts_filter(i.tsv, ''{%s}'') @@ %1$L', phrase, weight) END;
      END IF;
    END LOOP;
    ways := array_remove(ways, NULL);
    -- Words too common to be indexed neither require nor exclude anything.
    IF ways <> '{}' THEN
      conditions := conditions || format(CASE WHEN (clause -> 'not')::boolean
        THEN '(%s) IS NOT TRUE' ELSE '(%s)' END, array_to_string(ways, ' OR '));
    END IF;
  END LOOP;
  RETURN coalesce(nullif(array_to_string(conditions, ' AND '), ''), 'TRUE');
END
$$;

COMMENT ON FUNCTION reeve.search_condition(jsonb, jsonb, text[]) IS
  'Condition over i, a document of a generation declared so, whose ranges these are: every clause '
  'of a query (reeve.search_parse) holds. A field that the generation lacks has no value.';
