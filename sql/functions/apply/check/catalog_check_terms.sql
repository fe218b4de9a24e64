CREATE OR REPLACE FUNCTION reeve.catalog_check_terms(
  manifest jsonb, today date DEFAULT (clock_timestamp() AT TIME ZONE 'UTC')::date)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT format('/terms/%s/%s', t.key, f.part), f.code, f.message
    FROM jsonb_each(manifest -> 'terms') t
    CROSS JOIN LATERAL (VALUES
      ('of', 'missing', CASE WHEN NOT manifest -> 'collections' ? (t.value ->> 'of') THEN
        format('there is no collection %s', t.value ->> 'of') END),
      ('limit/name', 'missing', CASE WHEN t.value #>> '{limit,name}' IS NOT NULL
        AND NOT coalesce(manifest #> ARRAY['collections', t.value ->> 'of', 'limits']
          ? (t.value #>> '{limit,name}'), FALSE) THEN
        format('%s has no limit %s', t.value ->> 'of', t.value #>> '{limit,name}') END),
      ('limit', 'missing', CASE WHEN t.value ? 'limit' AND NOT EXISTS (
          SELECT FROM jsonb_array_elements(manifest -> 'actions') a
          WHERE a ->> 'collection' = t.value ->> 'of' AND 'limit' IN (a ->> 'verb', a ->> 'like'))
        THEN format('no action limit is declared for %s', t.value ->> 'of') END),
      ('limit', 'consent', CASE WHEN t.value ? 'limit' AND t.value ->> 'consent' = 'true' THEN
        'nobody owes a consent: leave out limit' END),
      ('consent', 'published', CASE WHEN EXISTS (
          SELECT FROM reeve.term o
          WHERE o.app = manifest ->> 'app' AND o.kind = t.key
            AND o.is_consent <> (t.value ->> 'consent' IS NOT DISTINCT FROM 'true'))
        THEN format('%s was published otherwise: terms are a consent from the first or never',
          t.key) END),
      ('versions', 'empty', CASE WHEN coalesce(t.value -> 'versions', '{}') = '{}' THEN
        'terms have a version, at least' END)
    ) f(part, code, message)
    WHERE f.message IS NOT NULL
    UNION ALL
    SELECT format('/policies/%s/terms', p.key), 'missing',
      format('there are no terms %s', p.value ->> 'terms')
    FROM jsonb_each(manifest -> 'policies') p
    WHERE p.value ? 'terms'
      AND NOT coalesce(manifest -> 'terms', '{}') ? (p.value ->> 'terms')
    UNION ALL
    SELECT format('/policies/%s/terms', p.key), 'consent',
      format('nobody breaks %s, which is a consent', p.value ->> 'terms')
    FROM jsonb_each(manifest -> 'policies') p
    WHERE manifest #>> ARRAY['terms', p.value ->> 'terms', 'consent'] = 'true'
    UNION ALL
    SELECT format('/collections/%s/created', c.key), 'type', format(
      '%s of %s is no column with a date or a time', c.value ->> 'created', c.key)
    FROM jsonb_each(manifest -> 'collections') c
    WHERE c.value ? 'created' AND NOT EXISTS (
      SELECT FROM pg_attribute a
      WHERE a.attrelid = to_regclass(reeve.catalog_table(manifest, c.key))
        AND a.attname = c.value ->> 'created' AND a.attnum > 0 AND NOT a.attisdropped
        AND a.atttypid IN ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype))
    UNION ALL
    SELECT format('/replies/%s/policy', r.key), 'missing',
      format('there is no policy %s', r.value ->> 'policy')
    FROM jsonb_each(manifest -> 'replies') r
    WHERE NOT coalesce(manifest -> 'policies', '{}') ? (r.value ->> 'policy')
    UNION ALL
    SELECT format('/replies/%s', r.key), 'name', format(
      '%s is not the name of a reply: lower-case letters, digits, - and _, first a letter', r.key)
    FROM jsonb_each(manifest -> 'replies') r WHERE r.key !~ '^[a-z][a-z0-9_-]{0,59}$'
    UNION ALL
    SELECT format('/replies/%s/texts/%s', r.key, x.key), f.code, f.message
    FROM jsonb_each(manifest -> 'replies') r
    CROSS JOIN LATERAL jsonb_each_text(r.value -> 'texts') x
    CROSS JOIN LATERAL reeve.notice_render(x.value, 'UTC', '{"label": "", "policy": "",
      "until": "infinity", "limit": ""}') n
    CROSS JOIN LATERAL (VALUES
      ('placeholder', format('a reply has no {%s}: its placeholders are {label}, {until|time}, '
        '{policy} and {limit}', n.missing), n.missing IS NOT NULL),
      ('length', 'a public reason has 1 to 900 characters',
        char_length(btrim(x.value)) NOT BETWEEN 1 AND 900)) f(code, message, is_wrong)
    WHERE f.is_wrong;
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH given AS MATERIALIZED (
      SELECT format('/terms/%s/versions/%s', t.key, v.key) AS path, t.key AS kind,
        v.key AS version, v.value ->> 'effective' AS effective, v.value -> 'texts' AS texts,
        CASE WHEN v.value ->> 'effective' ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
          AND right(v.value ->> 'effective', 2)::int <= extract(day FROM
            (left(v.value ->> 'effective', 7) || '-01')::date + interval '1 month - 1 day')
          THEN (v.value ->> 'effective')::date END AS day
      FROM jsonb_each(manifest -> 'terms') t
      CROSS JOIN LATERAL jsonb_each(t.value -> 'versions') v),
    stored AS MATERIALIZED (
      SELECT v.* FROM reeve.term_version v WHERE v.app = manifest ->> 'app')
    SELECT g.path || f.part, f.code, f.message
    FROM given g
    LEFT JOIN stored s ON s.kind = g.kind AND s.version = g.version
    CROSS JOIN LATERAL (VALUES
      ('', 'name', format('%s is not the name of a version: letters, digits, ., - and _, at most '
        '40', g.version), g.version !~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'),
      ('/effective', 'date', format('%s is not a day: write 2026-11-05', g.effective),
        g.day IS NULL),
      ('/texts', 'empty', 'a version has a text, at least', coalesce(g.texts, '{}') = '{}'),
      ('/effective', 'twice', format('version %s is in force from that day on, too', (
        SELECT min(o.version) FROM given o
        WHERE o.kind = g.kind AND o.day = g.day AND o.version <> g.version)), EXISTS (
        SELECT FROM given o
        WHERE o.kind = g.kind AND o.day = g.day AND o.version <> g.version)),
      ('/effective', 'published', format('version %s was published as in force from %s on',
        g.version, s.effective_on), s.effective_on <> g.day),
      ('/effective', 'past', format(
        'a version is announced before it is in force: give a day after %s', today),
        s.term_id IS NULL AND g.day <= today AND EXISTS (
          SELECT FROM stored o WHERE o.kind = g.kind)),
      ('/effective', 'twice', format('version %s was published, and is in force from that day on', (
        SELECT min(o.version) FROM stored o
        WHERE o.kind = g.kind AND o.effective_on = g.day AND o.version <> g.version)),
        s.term_id IS NULL AND EXISTS (
          SELECT FROM stored o
          WHERE o.kind = g.kind AND o.effective_on = g.day AND o.version <> g.version
            AND NOT EXISTS (
              SELECT FROM given h WHERE h.kind = o.kind AND h.version = o.version
                AND h.day = g.day)))
    ) f(part, code, message, is_wrong)
    WHERE f.is_wrong
    UNION ALL
    SELECT format('%s/texts/%s', g.path, x.key), f.code, f.message
    FROM given g
    CROSS JOIN LATERAL jsonb_each(reeve.catalog_terms_brief(jsonb_build_object('terms',
      jsonb_build_object('k', jsonb_build_object('versions', jsonb_build_object('v',
        jsonb_build_object('texts', g.texts)))))) #> '{terms,k,versions,v,texts}') x
    LEFT JOIN stored s ON s.kind = g.kind AND s.version = g.version
    LEFT JOIN reeve.term_text o ON o.term_id = s.term_id AND o.locale = x.key
    CROSS JOIN LATERAL (VALUES
      ('published', format('the text of version %s was published in this language, and differs: '
        'a changed text is a new version', g.version),
        encode(o.digest, 'hex') <> x.value ->> 'digest'),
      ('empty', 'give text, or file', NOT g.texts -> x.key ?| '{text,digest}'),
      ('locale', format('%s is not a language: write en, or pt-BR', x.key),
        x.key !~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$')) f(code, message, is_wrong)
    WHERE f.is_wrong
    UNION ALL
    SELECT format('/terms/%s/versions', s.kind), 'published',
      format('version %s was published, and is gone from the catalog', s.version)
    FROM stored s
    WHERE coalesce(manifest -> 'terms', '{}') ? s.kind AND NOT EXISTS (
      SELECT FROM given g WHERE g.kind = s.kind AND g.version = s.version)
    UNION ALL
    SELECT format('/terms/%s/versions/%s/texts', s.kind, s.version), 'published', format(
      'version %s was published in the language %s, too', s.version, o.locale)
    FROM stored s JOIN reeve.term_text o USING (term_id)
    JOIN given g ON g.kind = s.kind AND g.version = s.version AND NOT g.texts ? o.locale
    ORDER BY 1, 2;
END
$$;

COMMENT ON FUNCTION reeve.catalog_check_terms(jsonb, date) IS
  'Findings about terms, the policies that are clauses of them, and saved replies: what refers to '
  'nothing, two versions for one day, a published version that changed or is gone, and a version '
  'of published terms that would be in force by today.';
