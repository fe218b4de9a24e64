CREATE OR REPLACE FUNCTION reeve.search_plan(
  generation_id int, words text[], is_public boolean DEFAULT FALSE)
RETURNS TABLE(
  place int, df bigint, best float8, ranks_sql text, score_sql text, asks text[], floors float8[],
  expected float8[], lexeme text, plain text, lexemes text[], beginning text,
  spelt text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  g reeve.search_generation;
  t record;
  levels int[] := '{}';
  -- The first and last of them that are told apart
  lower int;
  upper int;
  -- No word outside the marked fields is of a higher class.
  low int := 28;
  -- Of one place: the ways in which its word is looked for, the one that counts most first. A mark
  -- is a tsquery with a § for the character of the class.
  ways int := 0;
  counts float8[];
  tops int[];
  dfs bigint[];
  plains text[];
  marks text[];
  parts text[];
  tail text;
  rank text;
  scores text[];
  is_spelt boolean;
  -- How many documents have the word itself.
  known bigint;
  longer text[];
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_plan.generation_id;
  IF g.average > 0 THEN
    levels := reeve.search_levels(reeve.search_marks(g.declared -> 'search'));
    low := CASE WHEN levels[1] < 14 THEN 0 ELSE 13 END;
    -- The more words there are, the fewer levels of each are told apart.
    IF cardinality(words) > 2 THEN
      upper := cardinality(levels) - 1;
      lower := CASE cardinality(words) WHEN 3 THEN upper - 1 ELSE upper END;
      levels := levels[lower:upper];
      g.chances := g.chances[lower:upper][:];
    END IF;
  END IF;
  FOR t IN
    SELECT k.place, k.lexeme, k.kind, least(k.df, g.documents) AS df,
      -- What a word is taken for counts by how rare that is together, not more than the word does;
      -- two words that are one count at both places, as if they were two.
      k.weight * ln(1 + (g.documents - f.df + 0.5) / (f.df + 0.5)) AS value,
      lead(k.place) OVER (ORDER BY k.place, k.weight DESC, k.df DESC, k.lexeme) AS next
    FROM (
      SELECT s.place, u.*,
        coalesce(min(u.df) FILTER (WHERE u.kind = 'exact') OVER place, sum(u.df) OVER place)
          AS all_df
      FROM (
        SELECT * FROM reeve.search_terms(ARRAY[search_plan.generation_id], words)
        WHERE NOT is_public
        UNION ALL
        SELECT search_plan.generation_id, o.*
        FROM reeve.search_terms_public(search_plan.generation_id, words) o WHERE is_public)
        u(generation_id, first, span, word, lexeme, kind, df, weight)
      CROSS JOIN LATERAL generate_series(u.first, u.first + u.span - 1) s(place)
      WHERE u.df > 0
      WINDOW place AS (PARTITION BY s.place)) k
    CROSS JOIN LATERAL (SELECT least(k.all_df, g.documents) AS df) f
    ORDER BY k.place, k.weight DESC, k.df DESC, k.lexeme
  LOOP
    IF ways = 0 THEN
      place := t.place;
      df := 0;
      best := t.value;
      lexeme := NULL;
      lexemes := '{}';
      beginning := NULL;
      spelt := t.lexeme;
      is_spelt := TRUE;
      counts := '{}';
      tops := '{}';
      dfs := '{}';
      known := 0;
      plains := '{}';
      marks := '{}';
      ranks_sql := NULL;
      scores := '{}';
    END IF;
    ways := ways + 1;
    df := df + t.df;
    dfs := dfs || t.df;
    counts := counts || t.value;
    is_spelt := is_spelt AND t.kind = 'spelling';
    IF starts_with(t.lexeme, '''') THEN
      parts := ARRAY(SELECT reeve.search_lexemes(t.lexeme));
    ELSE
      parts := ARRAY[t.lexeme];
      lexeme := coalesce(lexeme, t.lexeme);
    END IF;
    tail := '';
    IF t.kind = 'prefix' THEN
      -- Words with the same beginning add up; they count no more than one does.
      tail := ':*';
      tops := tops || 16;
      beginning := least(beginning, t.lexeme);
    ELSE
      tops := tops || 21;
      lexemes := lexemes || parts;
    END IF;
    IF cardinality(parts) > 1 THEN
      plains := plains || ('(' || t.lexeme || ')');
      marks := marks || (SELECT '(' || string_agg(reeve.search_lexeme('§' || u.part), ' & ') || ')'
        FROM unnest(parts) u(part));
      rank := (SELECT string_agg(format('ts_rank(''{0.3,0.5,0.65,1.0}'', i.tsv, %L)',
        reeve.search_lexeme(u.part)), ', ') FROM unnest(parts) u(part));
      rank := format('CASE WHEN i.tsv @@ %L THEN least(%s) ELSE 0 END', t.lexeme, rank);
    ELSE
      longer := NULL;
      IF tail = '' THEN
        known := known + t.df;
      ELSIF known + t.df > 5000 AND known > 0 THEN
        -- What begins so is read as a whole, also the word itself. Of it there is enough.
        EXECUTE format(
          'SELECT array_agg(l.word) FROM (
             SELECT w.word FROM (
               SELECT * FROM reeve_index.%I w WHERE w.word > $1 AND w.word < $1 || $2 LIMIT 1000) w
             ORDER BY w.df DESC, w.word LIMIT 8) l', 'word_' || search_plan.generation_id)
        INTO longer USING t.lexeme, E'\U0010FFFF';
      END IF;
      IF longer IS NOT NULL THEN
        plains := plains || (SELECT string_agg(reeve.search_lexeme(l), ' | ')
          FROM unnest(longer) l);
        marks := marks || (SELECT string_agg(reeve.search_lexeme('§' || l), ' | ')
          FROM unnest(longer) l);
      ELSIF tail = '' OR known + t.df <= 5000 THEN
        plains := plains || (reeve.search_lexeme(t.lexeme) || tail);
        marks := marks || (reeve.search_lexeme('§' || t.lexeme) || tail);
      ELSE
        plains := plains || ''::text;
        marks := marks || CASE char_length(t.lexeme)
          WHEN 2 THEN reeve.search_lexeme(chr(30) || t.lexeme) ELSE '' END;
      END IF;
      rank := format('ts_rank(''{0.3,0.5,0.65,1.0}'', i.tsv, %L)',
        reeve.search_lexeme(t.lexeme) || tail);
    END IF;
    ranks_sql := concat_ws(', ', ranks_sql, format('%s AS r%s_%s', rank, t.place, ways));
    scores := scores || format(
      'CASE WHEN r%1$s > 0 THEN %2$L::float8'
      ' * 2::float8 ^ ((least(reeve.search_class(r%1$s, r.lexemes, %3$s), %4$s) - 16) / 4::float8)'
      ' END', t.place || '_' || ways, t.value, CASE g.average WHEN 0 THEN 100 ELSE g.average END,
      tops[ways]);
    CONTINUE WHEN t.next = t.place;
    score_sql := format('greatest(%s, 0)', array_to_string(scores, ', '));
    SELECT a.asks, a.floors, a.expected INTO asks, floors, expected
    FROM reeve.search_place(levels, low, counts, tops, dfs, plains, marks, g.documents,
      g.common, g.shares, g.chances) a;
    plain := asks[cardinality(asks)];
    IF plain = '' THEN
      plain := (SELECT string_agg(CASE u.plain WHEN '' THEN reeve.search_lexeme(beginning) || ':*'
        ELSE u.plain END, ' | ') FROM unnest(plains) u(plain));
    END IF;
    spelt := CASE WHEN is_spelt THEN spelt END;
    ways := 0;
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_plan(int, text[], boolean) IS
  'How a generation is asked for those places of a query that it knows a word of. df: about how '
  'many documents have it, for the public of those that everybody may see; best: what it '
  'counts in class 16; ranks_sql, score_sql: what it counts in a document i; asks: '
  'tsqueries of the index, each less strict than the one before, the last '
  'of all documents that have it (empty: of most); floors: what a document that meets an ask '
  'counts at least, as a rule; expected: about how many do. NULL: lexeme, beginning, spelt.';
