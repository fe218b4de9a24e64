CREATE OR REPLACE FUNCTION reeve.import_people(app text)
RETURNS TABLE(collection_id int, name text, needs text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT c.collection_id, e.value #>> '{import,set}', e.value #>> '{import,needs}'
  FROM reeve.app a
  CROSS JOIN LATERAL jsonb_each(a.manifest -> 'collections') e
  JOIN reeve.collection c ON (c.app, c.name) = (a.app, e.key)
  WHERE a.app = import_people.app AND e.value ? 'import'
$$;

COMMENT ON FUNCTION reeve.import_people(text) IS
  'The collections of the people of whom an import or a move needs the consent: the constant that '
  'names one, and the condition that holds while that person agrees. No rows: nobody is asked.';
