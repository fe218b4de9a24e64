CREATE OR REPLACE FUNCTION reeve.cipher_known(app text) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT DISTINCT k.id
    FROM reeve.collection c
    CROSS JOIN LATERAL unnest(reeve.cipher_keys(c)) k(id)
    WHERE c.is_live AND c.app = cipher_known.app AND reeve.cipher_columns(c) <> '{}';
END
$$;

COMMENT ON FUNCTION reeve.cipher_known(text) IS
  'Ids of the keys with which an app encrypts texts; none while it stores them in the clear.';

GRANT EXECUTE ON FUNCTION reeve.cipher_known(text) TO reeve_worker, reeve_migrator;
