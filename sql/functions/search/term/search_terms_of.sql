CREATE OR REPLACE FUNCTION reeve.search_terms_of(
  generation_id int, words text[], is_public boolean DEFAULT FALSE, pending text[] DEFAULT NULL)
RETURNS SETOF reeve.search_term
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  g reeve.search_generation := (SELECT n FROM reeve.search_generation n
    WHERE n.generation_id = search_terms_of.generation_id);
  languages regconfig[] := reeve.search_languages(g);
  has_synonyms boolean := EXISTS (SELECT FROM reeve.search_rule r
    WHERE r.collection_id = g.collection_id AND r.kind = 'synonym');
  t reeve.search_term;
  terms reeve.search_term[];
  -- How many documents have each word, as it is or in another form; NULL where it is a stop word
  known bigint[];
  -- Places whose word is the beginning of one, two words as one, or a synonym
  met int[];
  less jsonb := '{}';
  counted jsonb;
BEGIN
  FOR round IN 1 .. 8 LOOP
    terms := '{}';
    known := array_fill(NULL::bigint, ARRAY[cardinality(words)]);
    met := '{}';
    FOR t IN
      SELECT * FROM reeve.search_terms_known(search_terms_of.generation_id, languages, words,
        is_public, less)
    LOOP
      IF t.kind IN ('exact', 'form', 'joined') THEN
        FOR i IN t.place .. t.place + t.span - 1 LOOP
          known[i] := coalesce(known[i], 0) + t.df;
        END LOOP;
      ELSIF t.kind IN ('prefix', 'split') THEN
        met := met || t.place;
      END IF;
      terms := terms || t;
    END LOOP;
    IF has_synonyms THEN
      FOR t IN
        SELECT * FROM reeve.search_synonyms(search_terms_of.generation_id, words, is_public, less)
      LOOP
        met := met || t.place;
        terms := terms || t;
      END LOOP;
    END IF;
    -- Only a word that no dictionary has, or a rare one, is corrected to another.
    IF 0 = ANY (known) OR 1 = ANY (known) OR 2 = ANY (known) THEN
      terms := terms || ARRAY(
        SELECT ROW(u.*, CASE WHEN u.kind <> 'prefix' THEN (
            SELECT cardinality(d.cuts) FROM reeve.search_word_shape d WHERE d.word = u.lexeme) END
          )::reeve.search_term
        FROM reeve.search_terms_unknown(search_terms_of.generation_id, words, known, met, is_public,
          less) u);
    END IF;
    EXIT WHEN pending IS NULL;
    -- Of documents that have changed since the index read them the public is told nothing.
    SELECT jsonb_object_agg(c.word, c.n) INTO counted
    FROM (
      SELECT l.word, count(*) AS n
      FROM reeve.search_document_shape i
      CROSS JOIN LATERAL unnest(tsvector_to_array(i.tsv)) l(word)
      WHERE i.key = ANY (pending) AND i.tsv @@ '''\x1c'''::tsquery AND (l.word = ANY (ARRAY(
          SELECT p FROM unnest(terms) u CROSS JOIN LATERAL reeve.search_lexemes(u.lexeme) p))
        OR EXISTS (SELECT FROM unnest(terms) u WHERE u.kind = 'prefix' AND l.word ^@ u.lexeme))
      GROUP BY l.word) c;
    EXIT WHEN counted IS NULL OR less @> counted;
    less := less || counted;
  END LOOP;
  RETURN QUERY SELECT * FROM unnest(terms);
END
$$;

COMMENT ON FUNCTION reeve.search_terms_of(int, text[], boolean, text[]) IS
  'What the words of a query are searched for as in a generation (reeve.search_terms): by all '
  'documents or, for the public, by those that everybody may see and that are not pending, keys '
  'of rows that have changed since the index read them. NULL: pending, where there are none.';
