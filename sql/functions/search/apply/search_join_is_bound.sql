CREATE OR REPLACE FUNCTION reeve.search_join_is_bound(join_id int) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM reeve.search_join j
    JOIN reeve.collection s ON s.collection_id = j.source_id
    LEFT JOIN reeve.search_join o ON o.collection_id = j.collection_id
      AND o.path = substring(j.path FROM E'^(.*)\\.')
    JOIN reeve.collection h ON h.collection_id = coalesce(o.source_id, j.collection_id)
    JOIN pg_constraint f ON f.contype = 'f' AND f.conrelid = h.relation
      AND f.confrelid = s.relation
    WHERE j.join_id = search_join_is_bound.join_id)
$$;

COMMENT ON FUNCTION reeve.search_join_is_bound(int) IS
  'Whether a foreign key makes the parents of a join exist before the rows that refer to them: '
  'then their inserts change no document.';
