CREATE OR REPLACE FUNCTION reeve.account_bars(collection_id int, keys text[])
RETURNS TABLE(key text, action_id bigint, until timestamptz)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT DISTINCT ON (a.key) a.key, a.action_id, a.until
    FROM unnest(keys) u(key)
    JOIN reeve.action a ON a.collection_id = account_bars.collection_id AND a.key = u.key
    JOIN reeve.collection c ON c.collection_id = a.collection_id
    JOIN reeve.catalog_action d
      ON d.app = c.app AND d.verb = a.verb AND d.collection_id = a.collection_id
    JOIN reeve.action_kind k ON k.name = d.kind
    WHERE k.bars AND a.reversed_by IS NULL AND a.until > clock_timestamp()
    ORDER BY a.key, a.until DESC, a.action_id DESC;
END
$$;

COMMENT ON FUNCTION reeve.account_bars(int, text[]) IS
  'Of these subjects, those with a ban or suspension in force on themselves, each with the one '
  'that lasts longest.';
