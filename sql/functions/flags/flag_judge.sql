CREATE OR REPLACE FUNCTION reeve.flag_judge(
  f reeve.flag, keys text[], at timestamptz, is_fresh boolean)
RETURNS TABLE(key text, mark bigint, upto timestamptz, words text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
DECLARE
  spec jsonb := f.spec -> f.kind;
  names text[];
  texts text[];
  judged reeve.collection;
  since timestamptz;
BEGIN
  CASE f.kind
    WHEN 'words' THEN
      SELECT array_agg(h.key), array_agg(h.name) INTO names, texts
      FROM reeve.app_flag(f.flag_id, keys, at) h;
      RETURN QUERY
        SELECT m.key, hashtextextended(array_to_string(m.found, ' '), 0), NULL::timestamptz,
          concat_ws(', ', VARIADIC m.found[:5]) || CASE WHEN cardinality(m.found) > 5
            THEN format(' and %s more', cardinality(m.found) - 5) ELSE '' END
        FROM reeve.flag_match(f.flag_id, names, texts) m;
    WHEN 'price' THEN
      RETURN QUERY
        WITH known AS MATERIALIZED (
          SELECT g.name, g.median, g.rows FROM reeve.flag_group g
          WHERE g.flag_id = f.flag_id AND NOT is_fresh
          UNION ALL
          SELECT l.name, l.median, l.rows FROM reeve.app_learn(f.flag_id) l WHERE is_fresh)
        SELECT h.key, hashtextextended(h.name || ' ' || trim_scale(h.value), 0), NULL::timestamptz,
          format('%s is %s %% of %s, the median of %s in “%s”; limit %s %%', trim_scale(h.value),
            round(100 * h.value / k.median, 1), trim_scale(k.median), k.rows, left(h.name, 100),
            trim_scale(100 * (spec ->> 'below')::numeric))
        FROM reeve.app_flag(f.flag_id, keys, at) h
        JOIN known k ON k.name = h.name
        WHERE h.value < k.median * (spec ->> 'below')::numeric;
    WHEN 'flood' THEN
      RETURN QUERY
        SELECT h.key, hashtextextended(h.upto::text, 0), h.upto,
          format('%s × %s in %s by a %s %s old; limit %s in %s', h.value, c.name,
            reeve.flag_span(h.upto - h.since), s.name, reeve.flag_span(at - h.born),
            spec ->> 'more_than', spec ->> 'within')
        FROM reeve.app_flag(f.flag_id, keys, at) h
        JOIN reeve.collection c ON c.collection_id = f.collection_id
        JOIN reeve.collection s ON s.collection_id = f.subject_id;
    WHEN 'group' THEN
      RETURN QUERY
        SELECT h.key, hashtextextended(h.name, 0), NULL::timestamptz,
          format('%s × %s with %s others, each within %s of them: %s', h.value,
            spec ->> 'on', cardinality(o.names), spec ->> 'within',
            array_to_string(o.names[:5], ', ') || CASE WHEN cardinality(o.names) > 5
              THEN format(' and %s more', cardinality(o.names) - 5) ELSE '' END)
        FROM reeve.app_flag(f.flag_id, keys, at) h
        CROSS JOIN LATERAL (SELECT string_to_array(h.name, ', ')) o(names);
    WHEN 'sql', 'alike' THEN
      RETURN QUERY
        SELECT h.key, hashtextextended(h.name, 0), NULL::timestamptz,
          left(h.name, 500) || coalesce(' (' || trim_scale(h.value) || ')', '')
        FROM reeve.app_flag(f.flag_id, keys, at) h
        WHERE h.key IS NOT NULL AND h.name IS NOT NULL;
    WHEN 'rule' THEN
      judged := reeve.collection_get(f.subject_id);
      -- What was written late, or while no job ran, counts as well, for a week at most.
      since := (
        SELECT greatest(least(s.ran_at, at), at - interval '7 days') FROM reeve.flag_state s
        WHERE s.flag_id = f.flag_id) - (spec ->> 'within')::interval;
      RETURN QUERY
        WITH found AS MATERIALIZED (
          SELECT h.* FROM reeve.app_rule(f.flag_id, at, since, 1000, TRUE) h)
        SELECT h.key, hashtextextended(h.upto::text, 0), h.upto,
          reeve.flag_rule_words(spec, h.value, h.upto - h.since, h.name)
        FROM found h
        JOIN reeve.app_named(judged, ARRAY(SELECT o.key FROM found o)) n USING (key);
    WHEN 'banned' THEN
      RETURN QUERY
        WITH looked AS MATERIALIZED (
          -- Of all accounts, those that share with one that is barred.
          SELECT coalesce(keys, ARRAY(
            SELECT DISTINCT s.other FROM reeve.collection c
            CROSS JOIN LATERAL reeve.identifier_shared(c.collection_id, ARRAY(
              SELECT a.key FROM reeve.action a
              WHERE a.collection_id = c.collection_id AND a.reversed_by IS NULL
                AND a.until > clock_timestamp()), reeve.catalog_columns(spec)) s
            WHERE c.app = f.app AND c.identifiers <> '{}' AND s.other_id = f.collection_id))
            AS keys),
        shared AS (
          SELECT s.key, s.other_id AS collection_id, s.other,
            CASE WHEN s.is_verified THEN 'verified ' ELSE '' END || s.kind AS kind
          FROM looked l
          CROSS JOIN LATERAL reeve.identifier_shared(
            f.collection_id, l.keys, reeve.catalog_columns(spec)) s
          WHERE s.is_current),
        barred AS MATERIALIZED (
          SELECT o.collection_id, b.key AS other, b.action_id AS act
          FROM (SELECT s.collection_id, array_agg(DISTINCT s.other) AS keys
            FROM shared s GROUP BY 1) o
          CROSS JOIN LATERAL reeve.identifier_bars(o.collection_id, o.keys) b)
        -- Another ban of the same account is another finding.
        SELECT s.key, hashtextextended(string_agg(DISTINCT format('%s %s %s A%s', s.kind,
            s.collection_id, s.other, b.act), ' '), 0), NULL::timestamptz,
          format('same %s as %s', string_agg(DISTINCT s.kind, ' and '), string_agg(DISTINCT format(
            '%s:%s, banned by A%s', c.name, s.other, b.act), '; '))
        FROM shared s
        JOIN barred b ON b.collection_id = s.collection_id AND b.other = s.other
        JOIN reeve.collection c ON c.collection_id = s.collection_id
        WHERE reeve.identifier_barred(f.collection_id, s.key) IS NULL
        GROUP BY s.key;
  END CASE;
END
$$;

COMMENT ON FUNCTION reeve.flag_judge(reeve.flag, text[], timestamptz, boolean) IS
  'The findings of a flag among the rows with these keys, all if NULL: the subject, a digest of '
  'the finding, and the finding and its reason in words. is_fresh: medians are computed now. Of a '
  'rule, keys are not used: the 1,000 subjects with the most events since it ran last.';
