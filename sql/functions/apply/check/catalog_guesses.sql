CREATE OR REPLACE FUNCTION reeve.catalog_guesses(manifest jsonb)
RETURNS TABLE(
  path text, collection text, parent text, target text, columns text[], is_guessed boolean)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH RECURSIVE parent AS MATERIALIZED (
    SELECT c.key AS collection, p.key AS name, p.value ->> 'collection' AS target,
      reeve.catalog_columns(p.value -> 'columns') AS columns,
      (p.value ->> 'guessed')::boolean AS is_guessed,
      to_regclass(reeve.catalog_table(manifest, c.key)) AS relation
    FROM jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL jsonb_each(c.value -> 'parents') p),
  named AS (
    SELECT r.path || '/via', r.body ->> 'collection', string_to_array(r.body ->> 'via', '.')
    FROM reeve.catalog_rules(manifest) r WHERE r.body ? 'via'
    UNION
    SELECT format('%s/notify/%s/to', r.path, n.place - 1), r.body ->> 'collection',
      string_to_array(n.entry ->> 'to', '.')
    FROM reeve.catalog_rules(manifest) r
    CROSS JOIN LATERAL jsonb_array_elements(r.body -> 'notify') WITH ORDINALITY n(entry, place)
    WHERE n.entry ->> 'to' <> 'self'
    UNION
    SELECT format('/collections/%s/erase/with/%s/via', c.key, w.place - 1),
      w.body ->> 'collection', string_to_array(w.body ->> 'via', '.')
    FROM jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL jsonb_array_elements(c.value #> '{erase,with}')
      WITH ORDINALITY w(body, place)
    UNION
    SELECT format('%s/%s/%s', f.path, f.kind, x.part), f.collection,
      string_to_array(f.spec ->> x.part, '.')
    FROM reeve.catalog_flags(manifest) f
    CROSS JOIN unnest('{by,on}'::text[]) x(part)
    WHERE f.kind IN ('flood', 'group') AND f.spec ? x.part),
  step(path, collection, steps) AS (
    SELECT n.* FROM named n
    UNION
    SELECT s.path, p.target, s.steps[2:]
    FROM step s JOIN parent p ON p.collection = s.collection AND p.name = s.steps[1]
    WHERE cardinality(s.steps) > 1),
  used AS (
    SELECT s.path, p.* FROM step s
    JOIN parent p ON p.collection = s.collection AND p.name = s.steps[1]
    UNION ALL
    -- Keys that name the columns themselves.
    SELECT t.path, p.* FROM (
      SELECT format('/collections/%s/erase/tables/%s/of', c.key, t.place - 1), c.key,
        to_regclass(reeve.catalog_near(manifest, c.key, t.body)),
        reeve.catalog_columns(t.body -> 'of')
      FROM jsonb_each(manifest -> 'collections') c
      CROSS JOIN LATERAL jsonb_array_elements(c.value #> '{erase,tables}')
        WITH ORDINALITY t(body, place)
      UNION ALL
      SELECT g.path || '/actor', g.collection, g.relation, g.actors
      FROM reeve.catalog_guards(manifest) g) t(path, collection, relation, columns)
    JOIN parent p ON p.target = t.collection AND p.columns = t.columns
      AND (p.relation = t.relation OR EXISTS (
        WITH RECURSIVE above AS (
          SELECT h.inhparent FROM pg_inherits h WHERE h.inhrelid = t.relation
          UNION
          SELECT h.inhparent FROM above a JOIN pg_inherits h ON h.inhrelid = a.inhparent)
        SELECT FROM above a WHERE a.inhparent = p.relation)))
  SELECT u.path, u.collection, u.name, u.target, u.columns, coalesce(u.is_guessed, FALSE)
  FROM used u
  WHERE u.is_guessed OR u.is_guessed IS NULL AND NOT EXISTS (
    SELECT FROM pg_constraint k
    JOIN to_regclass(reeve.catalog_table(manifest, u.target)) t(relation)
      ON t.relation = k.confrelid OR EXISTS (
        -- Both name the row of a third table, as profiles and what they write name a login.
        SELECT FROM pg_constraint b
        JOIN pg_index i ON i.indrelid = b.conrelid AND i.indisprimary
          AND i.indnkeyatts = cardinality(b.conkey) AND b.conkey <@ i.indkey::int2[]
        WHERE b.contype = 'f' AND b.conrelid = t.relation AND b.confrelid = k.confrelid
          AND b.confkey = k.confkey)
    WHERE k.contype = 'f' AND k.conrelid = u.relation
      AND ARRAY(SELECT a.attname::text FROM pg_attribute a
        WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)) @> u.columns)
$$;

COMMENT ON FUNCTION reeve.catalog_guesses(jsonb) IS
  'Each path in a manifest that acts on rows by a parent that may not lead to them: one declared '
  'as guessed, or (is_guessed is false) one for which the manifest does not say whether it is '
  'guessed, and no foreign key does: to the parent, or to what its primary key refers to.';
