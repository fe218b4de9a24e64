CREATE OR REPLACE FUNCTION reeve.search_terms_of(
  g reeve.search_generation, words text[], is_public boolean DEFAULT FALSE,
  pending text[] DEFAULT NULL)
RETURNS SETOF reeve.search_term
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  languages regconfig[] := reeve.search_languages(g);
  has_synonyms boolean := EXISTS (SELECT FROM reeve.search_rule r
    WHERE r.collection_id = g.collection_id AND r.kind = 'synonym');
  t reeve.search_term;
  terms reeve.search_term[];
  -- How many documents have each word, as it is or in another form; NULL where it is a stop word
  known bigint[];
  -- Places whose word is the beginning of one, two words as one, or a synonym
  met int[];
  listed constant tsquery := quote_literal(chr(28));
  less jsonb := '{}';
  keys text[];
  part float8;
  counted jsonb;
BEGIN
  FOR round IN 1 .. 8 LOOP
    terms := '{}';
    known := array_fill(NULL::bigint, ARRAY[cardinality(words)]);
    met := '{}';
    FOR t IN
      SELECT * FROM reeve.search_terms_known(g.generation_id, languages, words,
        is_public, less)
    LOOP
      IF t.kind IN ('exact', 'form', 'joined') THEN
        FOR i IN t.place .. t.place + t.span - 1 LOOP
          known[i] := coalesce(known[i], 0) + t.df;
        END LOOP;
      ELSIF t.kind IN ('prefix', 'split', 'synonym') THEN
        met := met || t.place;
      END IF;
      terms := terms || t;
    END LOOP;
    IF has_synonyms THEN
      FOR t IN
        SELECT * FROM reeve.search_synonyms(g.generation_id, words, is_public, less)
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
        FROM reeve.search_terms_unknown(g.generation_id, languages, words, known, met,
          is_public, less) u);
    END IF;
    EXIT WHEN pending IS NULL;
    -- Of what changed since the index read it, the public is told what is there now.
    keys := ARRAY(
      SELECT i.key FROM unnest(pending) p(key) JOIN reeve.search_document_shape i USING (key)
      WHERE i.tsv @@ (
        SELECT listed && string_agg(CASE WHEN starts_with(u.lexeme, '''')
          THEN '(' || u.lexeme || ')'
          ELSE reeve.search_lexeme(u.lexeme) || CASE u.kind WHEN 'prefix' THEN ':*' ELSE '' END END,
          ' | ')::tsquery FROM unnest(terms) u));
    EXIT WHEN keys = '{}';
    -- Of very many a part is read; a word that is in none of it then counts as gone.
    part := cardinality(keys[:300])::float8 / cardinality(keys);
    keys := keys[:300];
    -- Counted are the words of these terms only: of others not all rows are read.
    WITH sought AS MATERIALIZED (
      SELECT u.lexeme, NULL AS beginning FROM unnest(terms) u
      WHERE u.kind <> 'prefix' AND NOT starts_with(u.lexeme, '''')
      UNION ALL
      SELECT replace(m[1], '''''', ''''), NULL FROM unnest(terms) u
      CROSS JOIN LATERAL regexp_matches(u.lexeme, '''((?:[^'']|'''')+)''', 'g') m
      WHERE starts_with(u.lexeme, '''')
      UNION ALL
      SELECT NULL, u.lexeme FROM unnest(terms) u WHERE u.kind = 'prefix')
    SELECT jsonb_object_agg(c.word, ceil(
      (c.had - c.has) / part * CASE WHEN c.has = 0 AND part < 1 THEN 2 ELSE 1 END)) INTO counted
    FROM (
      SELECT l.word, sum(d.had) AS had, sum(d.has) AS has
      FROM (
        SELECT i.tsv, 1 AS had, 0 AS has
        FROM unnest(keys) p(key) JOIN reeve.search_document_shape i USING (key)
        UNION ALL
        SELECT a.tsv, 0, 1 FROM reeve.app_documents(g.generation_id, keys, NULL) a
        WHERE a.tsv @@ listed) d
      CROSS JOIN LATERAL unnest(tsvector_to_array(d.tsv)) l(word)
      WHERE l.word IN (SELECT s.lexeme FROM sought s WHERE s.lexeme IS NOT NULL)
        OR EXISTS (SELECT FROM sought s WHERE l.word ^@ s.beginning)
      GROUP BY l.word HAVING sum(d.had) > sum(d.has)) c;
    EXIT WHEN counted IS NULL OR less @> counted;
    less := less || counted;
    IF round = 8 THEN
      -- Further terms may be hidden too.
      terms := ARRAY(SELECT u FROM unnest(terms) u WHERE u.kind = 'exact');
    END IF;
  END LOOP;
  RETURN QUERY SELECT * FROM unnest(terms);
END
$$;

COMMENT ON FUNCTION reeve.search_terms_of(reeve.search_generation, text[], boolean, text[]) IS
  'Returns the terms as which the words of a query are searched for in a generation '
  '(reeve.search_terms): by all documents or, for the public, by those that everybody may see. '
  'Rows that have changed since the index read them (pending: their keys) count as they are now. '
  'NULL: pending, where there are none.';
