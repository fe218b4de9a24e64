CREATE OR REPLACE FUNCTION reeve.catalog_check_devices(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH device AS (
    SELECT d.*, c.spec, p.spec AS person, reeve.catalog_table(manifest, d.collection)::regclass
      AS relation
    FROM reeve.catalog_devices(manifest) d
    CROSS JOIN LATERAL (SELECT manifest #> ARRAY['collections', d.collection]) c(spec)
    CROSS JOIN LATERAL (SELECT manifest #> ARRAY['collections', d.people]) p(spec))
  SELECT f.path, f.code, f.message
  FROM device d
  CROSS JOIN LATERAL (
    SELECT d.path || '/owner', 'missing', format('%s has no parent %s', d.collection, d.owner)
    WHERE d.people IS NULL
    UNION ALL
    SELECT d.path || '/' || n.field, x.code, x.message
    FROM (VALUES ('token', d.token), ('platform', d.platform), ('version', d.version),
      ('seen', d.seen)) n(field, name)
    CROSS JOIN LATERAL (SELECT (reeve.catalog_types(d.relation, ARRAY[n.name]))[1]) y(type)
    CROSS JOIN LATERAL (VALUES
      ('missing', format('%s has no column %s', d.relation, n.name), y.type IS NULL),
      ('type', format('column %s is %s: when a device was last seen is a timestamptz', n.name,
        y.type), n.field = 'seen' AND y.type <> 'timestamp with time zone'),
      ('personal', format('whoever has a token can write to the phone: list %s under personal',
        n.name), n.field = 'token' AND y.type IS NOT NULL
        AND n.name <> ALL (reeve.catalog_columns(d.spec -> 'personal'))),
      ('key', format('%s is in the key of %s, and keys are recorded as they are', n.name,
        d.collection),
        n.field = 'token' AND n.name = ANY (reeve.catalog_columns(d.spec -> 'key')))
      ) x(code, message, is_wrong)
    WHERE x.is_wrong
    UNION ALL
    SELECT d.path, 'missing', format(
      'nothing can hide a %s: name a column visible, which the app checks', d.collection)
    WHERE NOT d.spec ? 'visible') f(path, code, message)
  UNION ALL
  -- What bars a person hides their own row. Actions may have the same effects.
  (SELECT DISTINCT ON (a.effects_path, d.collection) a.effects_path || '/effects', 'missing',
    format('%s bars a %s, whose devices still get messages: add {name: devices, '
      'collection: %s, via: %s, hide: true}', a.verb, a.collection, d.collection, d.owner)
  FROM device d
  JOIN reeve.catalog_actions(manifest) a ON a.collection = d.people
  WHERE EXISTS (
      SELECT FROM jsonb_array_elements(a.effects) e
      WHERE e ->> 'collection' = a.collection AND e ? 'hide' AND NOT e ?| '{via,through}')
    AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(a.effects) e
      WHERE e ->> 'collection' = d.collection AND e ->> 'via' = d.owner
        AND e ?| '{hide,delete}' AND NOT e ? 'where')
  ORDER BY a.effects_path, d.collection, a.verb)
  UNION ALL
  SELECT format('/collections/%s/merge', d.people), 'missing', format(
    'a merge hides the account, whose devices still get messages: move them, by moves: {%s: %s}',
    d.collection, d.owner)
  FROM device d
  WHERE d.person ? 'merge'
    AND d.owner <> ALL (reeve.catalog_columns(d.person #> ARRAY['merge', 'moves', d.collection]))
  UNION ALL
  SELECT format('/collections/%s/erase', d.people), 'missing', format(
    'an erasure leaves the devices: add with: [{collection: %s, via: %s}]', d.collection, d.owner)
  FROM device d
  WHERE d.person ? 'erase'
    AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(d.person #> '{erase,with}') w
      WHERE w ->> 'collection' = d.collection AND w ->> 'via' = d.owner)
    AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(d.person #> '{erase,tables}') t
      WHERE to_regclass(reeve.catalog_near(manifest, d.people, t)) = d.relation
        AND reeve.catalog_columns(t -> 'of') = d.owner_columns
        AND (t ? 'delete' OR t -> 'set' ? d.token))
$$;

COMMENT ON FUNCTION reeve.catalog_check_devices(jsonb) IS
  'Findings about devices: columns that do not fit, and actions, merges and erasures that bar '
  'people, or remove them, and leave their devices. The collections must be sound.';
