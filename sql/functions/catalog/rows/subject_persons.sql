CREATE OR REPLACE FUNCTION reeve.subject_persons(collection_id int, keys text[])
RETURNS TABLE(key text, person_id int, person_key text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  roots text[] := keys;
  ids int[] := array_fill(collection_id, ARRAY[cardinality(keys)]);
  persons int[] := ARRAY(
    SELECT l.collection_id FROM reeve.collection c JOIN reeve.collection l ON l.app = c.app
    WHERE c.collection_id = subject_persons.collection_id AND l.locale_sql IS NOT NULL);
BEGIN
  FOR depth IN 0 .. 4 LOOP
    RETURN QUERY
      SELECT u.root, min(u.id), min(u.key)
      FROM unnest(roots, ids, keys) u(root, id, key)
      WHERE u.id = ANY (persons)
      GROUP BY u.root HAVING count(*) = 1;
    -- Once one is found, or several as near, the search ends. NOT IN is a hash of them, however few
    -- the planner takes an array to hold.
    WITH at AS MATERIALIZED (
      SELECT u.* FROM unnest(roots, ids, keys) u(root, id, key)
      WHERE u.root NOT IN (
        SELECT o.root FROM unnest(roots, ids) o(root, id) WHERE o.id = ANY (persons))),
    parent AS MATERIALIZED (
      SELECT g.id, p.key, p.parent_id, p.parent_key
      FROM (SELECT a.id, array_agg(DISTINCT a.key) AS keys FROM at a GROUP BY a.id) g
      JOIN reeve.collection c ON c.collection_id = g.id
      JOIN reeve.app_part m ON m.app = c.app AND m.path = ARRAY['collections', c.name]
      CROSS JOIN LATERAL reeve.app_parents(g.id, g.keys) p
      -- A guessed parent makes nobody responsible.
      WHERE p.parent_key IS NOT NULL AND m.body #>> ARRAY[
        'parents', p.name, 'guessed'] IS DISTINCT FROM 'true'),
    up AS (
      SELECT DISTINCT a.root, p.parent_id, p.parent_key FROM at a JOIN parent p USING (id, key))
    SELECT array_agg(u.root), array_agg(u.parent_id), array_agg(u.parent_key)
    INTO roots, ids, keys FROM up u;
    EXIT WHEN roots IS NULL;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.subject_persons(int, text[]) IS
  'The person who is responsible for each subject: itself if notices can be sent to it, else the '
  'nearest of its parents by the catalog; none if there is none, or more than one.';
