CREATE OR REPLACE FUNCTION reeve.migrate_shown(
  relation regclass, name text, keys text[], role_name text, samples jsonb)
RETURNS jsonb
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT coalesce((
    SELECT jsonb_set(jsonb_set(samples, '{1}', samples -> i.place), ARRAY[i.place::text],
      samples -> 1)
    FROM reeve.role_tries(role_name, ARRAY(
      SELECT format('SELECT to_jsonb(min(v.place)) FROM (VALUES %s) v(place, %s) JOIN %s x ON %s',
        string_agg(format('(%s, %s)', s.place - 1, (
          SELECT string_agg(format('%L::%s', s.value ->> k.name, k.type), ', ' ORDER BY k.number)
          FROM unnest(keys, reeve.catalog_types(relation, keys))
            WITH ORDINALITY k(name, type, number))), ', '),
        (SELECT string_agg('k' || n, ', ' ORDER BY n) FROM generate_subscripts(keys, 1) n), name,
        (SELECT string_agg(format('x.%I = v.k%s', keys[n], n), ' AND ')
          FROM generate_subscripts(keys, 1) n))
      FROM jsonb_array_elements(samples) WITH ORDINALITY s(value, place)
      WHERE s.place > 1 HAVING count(*) > 0)) t
    CROSS JOIN LATERAL (SELECT (t.answer #>> '{}')::int) i(place)
    WHERE i.place > 1), samples)
$$;

COMMENT ON FUNCTION reeve.migrate_shown(regclass, text, text[], text, jsonb) IS
  'The samples of a table (reeve.migrate_samples), the second of which is the first that a role '
  'sees, if it sees any.';
