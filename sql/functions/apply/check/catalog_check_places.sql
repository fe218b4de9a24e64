CREATE OR REPLACE FUNCTION reeve.catalog_check_places(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('/collections/%s/place/%s', c.name, x.part), x.code, x.message
  FROM (
    SELECT e.key, e.value -> 'place', reeve.catalog_columns(e.value -> 'show'),
      reeve.catalog_columns(e.value -> 'personal'),
      to_regclass(reeve.catalog_table(manifest, e.key))
    FROM jsonb_each(manifest -> 'collections') e WHERE e.value ? 'place'
  ) c(name, place, show, personal, relation)
  CROSS JOIN LATERAL (
    SELECT p.part, c.place ->> p.part,
      reeve.type_plain((reeve.catalog_types(c.relation, ARRAY[c.place ->> p.part]))[1])
    FROM unnest('{latitude,longitude}'::text[]) p(part)) p(part, name, type)
  CROSS JOIN LATERAL (VALUES
    (p.part, 'missing', format('%s has no column %s', c.relation, p.name), p.type IS NULL),
    (p.part, 'type', format('column %s is %s; degrees are numeric, double precision or real',
      p.name, p.type), p.type NOT IN ('numeric', 'double precision', 'real')),
    (p.part, 'personal', format('list %s in show or, where it is personal, in personal', p.name),
      p.type IS NOT NULL AND p.name <> ALL (c.show || c.personal)),
    (p.part, 'personal', 'both columns of a place are personal, or neither',
      p.name <> ALL (c.personal) AND ARRAY[c.place ->> 'latitude', c.place ->> 'longitude']
        && c.personal)) x(part, code, message, is_wrong)
  WHERE x.is_wrong
  UNION ALL
  SELECT format('/collections/%s/place/alike/%s', e.key, a.part), x.code, x.message
  FROM jsonb_each(manifest -> 'collections') e
  CROSS JOIN LATERAL (
    SELECT to_regclass(reeve.catalog_table(manifest, e.key)), e.value #> '{place,alike}'
  ) l(relation, spec)
  CROSS JOIN LATERAL (
    SELECT p.part, l.spec ->> p.part,
      (reeve.catalog_types(l.relation, ARRAY[l.spec ->> p.part]))[1]
    FROM unnest('{same,name}'::text[]) p(part)
    UNION ALL
    SELECT 'likeness', l.spec ->> 'likeness', NULL WHERE l.spec ? 'likeness') a(part, name, type)
  CROSS JOIN LATERAL (VALUES
    ('missing', format('%s has no column %s', l.relation, a.name),
      a.part <> 'likeness' AND a.type IS NULL),
    ('personal', format('%s is personal: `alike` shows what it compares', a.name),
      a.name = ANY (reeve.catalog_columns(e.value -> 'personal'))),
    ('type', 'a number from 0 to 1', a.part = 'likeness'
      AND a.name !~ E'^(0(\\.[0-9]{1,6})?|1(\\.0{1,6})?)$')) x(code, message, is_wrong)
  WHERE l.spec IS NOT NULL AND x.is_wrong
$$;

COMMENT ON FUNCTION reeve.catalog_check_places(jsonb) IS
  'Findings about the columns that say where rows are.';
