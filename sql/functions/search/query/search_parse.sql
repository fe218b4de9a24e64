CREATE OR REPLACE FUNCTION reeve.search_parse(query text, fields text[] DEFAULT '{}')
RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  token text;
  atom jsonb;
  is_not boolean;
  -- Whether OR comes between this token and the previous one.
  is_or boolean := FALSE;
  texts text[] := '{}';
  -- Those of them that are no side of an OR.
  sure text[] := '{}';
  clauses jsonb[] := '{}';
  -- The clause that an OR would continue; 0 after a word that is none yet.
  latest int;
  word jsonb;
BEGIN
  FOR token IN
    SELECT m[1]
    FROM regexp_matches(translate(left(query, 500), '“”„«»″', '""""""'),
      '(-?(?:[[:alpha:]_][[:alnum:]_]*:)?"[^"]*"|[^[:space:]]+)', 'g') m
    LIMIT 64
  LOOP
    IF token = 'OR' THEN
      is_or := latest IS NOT NULL;
      CONTINUE;
    END IF;
    is_not := token ~ '^-["[:alnum:]]';
    atom := reeve.search_atom(CASE WHEN is_not THEN substr(token, 2) ELSE token END, fields);
    IF atom IS NULL THEN
      CONTINUE;  -- Signs only.
    END IF;
    IF atom ? 'words' AND NOT is_not THEN
      texts := texts || (atom ->> 'words');
      sure := sure || (atom ->> 'words');
    END IF;
    IF is_not THEN
      clauses := clauses || jsonb_build_object('not', TRUE, 'any', jsonb_build_array(atom));
      latest := NULL;
    ELSIF is_or THEN
      sure := CASE WHEN atom ? 'words' THEN sure[:cardinality(sure) - 1] ELSE sure END;
      IF latest > 0 THEN
        word := clauses[latest] #> '{any,0}';
      END IF;
      IF word ? 'words' AND sure[cardinality(sure)] = word ->> 'words' THEN
        sure := sure[:cardinality(sure) - 1];
      END IF;
      IF latest = 0 THEN
        clauses := clauses || jsonb_build_object('not', FALSE, 'any', jsonb_build_array(word));
        latest := cardinality(clauses);
      END IF;
      clauses[latest] := jsonb_set(clauses[latest], '{any}', clauses[latest] -> 'any' || atom);
    ELSIF atom ? 'field' OR atom ? 'phrase' THEN
      clauses := clauses || jsonb_build_object('not', FALSE, 'any', jsonb_build_array(atom));
      latest := cardinality(clauses);
    ELSE
      latest := 0;
      word := atom;
    END IF;
    is_or := FALSE;
  END LOOP;
  RETURN jsonb_build_object('text', array_to_string(texts, ' '),
    'every', array_to_string(sure, ' '), 'clauses', to_jsonb(clauses));
END
$$;

COMMENT ON FUNCTION reeve.search_parse(text, text[]) IS
  'Parses a query. text: the words by which results are scored; every: those of them that are no '
  'side of an OR; clauses, which must all hold: any (atoms: words, with field only in that field, '
  'or field with op and value), not. Any text is a query: everything but an operator is a word. '
  'Reads 500 characters and 64 parts of them.';
