CREATE OR REPLACE FUNCTION reeve.action_damage(c reeve.collection, verb text) RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT format('%s needs %s, which is gone%s; `reeve catalog check` names all that no longer '
      'fits, `reeve adopt --write` drafts it anew', action_damage.verb,
      string_agg(DISTINCT x.what, ', '), min(' (now ' || x.new_name || ')'))
    FROM reeve.rule r
    JOIN reeve.collection f ON f.collection_id = r.affected_id
    CROSS JOIN LATERAL (
      SELECT 'the table ' || f.table_sql, NULL
      WHERE to_regclass(f.table_sql) IS NULL
      UNION ALL
      SELECT f.name || '.' || n, (
        SELECT a.attname::text FROM reeve.collection_column k
        JOIN pg_attribute a ON a.attrelid = f.relation AND a.attnum = k.number
          AND a.attrelid = k.table_id
        WHERE k.collection_id = f.collection_id AND k.name = n AND NOT a.attisdropped)
      FROM unnest(r.columns) n
      WHERE NOT EXISTS (
        SELECT FROM pg_attribute a
        WHERE a.attrelid = to_regclass(f.table_sql) AND a.attname = n AND NOT a.attisdropped)
        AND to_regclass(f.table_sql) IS NOT NULL) x(what, new_name)
    WHERE r.app = c.app AND r.verb = action_damage.verb AND r.collection_id = c.collection_id
      AND r.is_live
    HAVING count(*) > 0);
END
$$;

COMMENT ON FUNCTION reeve.action_damage(reeve.collection, text) IS
  'Why an action cannot be done since its app''s tables have changed: the tables and columns that '
  'it writes and that no longer exist. NULL if all exist.';
