CREATE OR REPLACE FUNCTION reeve.identifier_barred(collection_id int, key text) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT a.action_id
  FROM reeve.action a
  JOIN reeve.collection c USING (collection_id)
  JOIN reeve.catalog_action d
    ON d.app = c.app AND d.verb = a.verb AND d.collection_id = a.collection_id
  JOIN reeve.action_kind k ON k.name = d.kind
  WHERE a.collection_id = identifier_barred.collection_id AND a.key = identifier_barred.key
    AND k.bars AND a.reversed_by IS NULL AND a.until > clock_timestamp()
  ORDER BY a.until DESC, a.action_id DESC LIMIT 1
$$;

COMMENT ON FUNCTION reeve.identifier_barred(int, text) IS
  'The ban or suspension in force of a subject that lasts longest; NULL if there is none.';
