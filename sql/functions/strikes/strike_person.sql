CREATE OR REPLACE FUNCTION reeve.strike_person(
  INOUT collection_id int, INOUT key text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  persons jsonb;
BEGIN
  WITH RECURSIVE up(collection_id, key, depth) AS (
    SELECT strike_person.collection_id, strike_person.key, 0
    UNION ALL
    SELECT p.parent_id, p.parent_key, up.depth + 1
    FROM up
    JOIN reeve.collection c ON c.collection_id = up.collection_id AND c.locale_sql IS NULL
    CROSS JOIN LATERAL reeve.hand_parents(up.collection_id, up.key) p
    WHERE up.depth < 4 AND p.parent_key IS NOT NULL),
  person AS (
    SELECT DISTINCT up.collection_id, up.key, up.depth
    FROM up JOIN reeve.collection c USING (collection_id)
    WHERE c.locale_sql IS NOT NULL)
  SELECT jsonb_agg(jsonb_build_object('id', p.collection_id, 'key', p.key)) INTO persons
  FROM person p WHERE p.depth = (SELECT min(o.depth) FROM person o);
  collection_id := NULL;
  key := NULL;
  IF jsonb_array_length(persons) = 1 THEN
    collection_id := persons #> '{0,id}';
    key := persons #>> '{0,key}';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.strike_person(int, text) IS
  'Who answers for a subject: itself where notices can be sent to it, else the nearest of what it '
  'belongs to by the catalog; NULL where there is none, or more than one.';
