-- Reads as the app's reader, of each app.
CREATE OR REPLACE FUNCTION reeve.drift_list(max_rows bigint)
RETURNS TABLE(
  app text, collection text, column_name text, is_recorded boolean, amount bigint, example text,
  is_part boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
AS $$
DECLARE
  c reeve.collection;
  hidden text;
  keys text[];
  found text[];
BEGIN
  FOR c IN SELECT l.* FROM reeve.collection l WHERE l.is_live ORDER BY l.app, l.name LOOP
    hidden := reeve.collection_hidden(c);
    CONTINUE WHEN hidden IS NULL;
    BEGIN
      app := c.app;
      collection := c.name;
      column_name := c.visible_column;
      keys := ARRAY(
        SELECT s.key FROM reeve.subject s
        WHERE s.collection_id = c.collection_id AND s.hidden_until > statement_timestamp()
        LIMIT max_rows);
      found := ARRAY(SELECT v FROM reeve.app_visible(c, keys) v ORDER BY 1);
      IF found <> '{}' THEN
        is_recorded := TRUE;
        amount := cardinality(found);
        example := found[1];
        is_part := cardinality(keys) >= max_rows;
        RETURN NEXT;
      END IF;
      -- Rows that an action has hidden and, where bans exist, the first rows of the table.
      keys := ARRAY(
        SELECT e.key FROM reeve.effect e JOIN reeve.rule r USING (rule_id)
        WHERE e.collection_id = c.collection_id AND r.kind = 'hide' AND e.undone_by IS NOT NULL
        ORDER BY e.action_id DESC LIMIT max_rows);
      is_part := cardinality(keys) >= max_rows;
      IF EXISTS (
        SELECT FROM reeve.catalog_action d JOIN reeve.action_kind k ON k.name = d.kind
        WHERE d.collection_id = c.collection_id AND d.is_live AND k.bars)
      THEN
        EXECUTE reeve.reader_call(c.app, 'keys text[], size bigint', ARRAY['keys', 'max_rows'])
        INTO found, amount
        USING format('SELECT array_agg(t.key) FILTER (WHERE t.is_hidden), count(*) FROM ('
          'SELECT %s AS key, %s AS is_hidden FROM %s t LIMIT $5) t', c.key_sql, hidden,
          c.table_sql), NULL::text[], max_rows;
        keys := keys || found;
        is_part := is_part OR amount >= max_rows;
      END IF;
      keys := ARRAY(
        SELECT k FROM unnest(keys) k
        EXCEPT
        SELECT s.key FROM reeve.subject s
        WHERE s.collection_id = c.collection_id AND s.key = ANY (keys) AND s.hidden_by <> '{}');
      -- Rows that an undo left as the app had them are not Reeve's.
      found := ARRAY(
        (SELECT reeve.app_present(c, keys) EXCEPT SELECT reeve.app_visible(c, keys))
        EXCEPT
        SELECT w.key
        FROM (
          SELECT array_agg(b.key), array_agg(b.after)
          FROM (
            SELECT DISTINCT ON (u.key) u.key, u.after
            FROM reeve.effect u JOIN reeve.action a USING (action_id)
            WHERE u.collection_id = c.collection_id AND u.key = ANY (keys)
              AND a.reverses IS NOT NULL
            ORDER BY u.key, u.action_id DESC) b
          WHERE b.after ? c.visible_column) l(keys, vals)
        CROSS JOIN LATERAL reeve.app_written(c, ARRAY[c.visible_column], l.keys, l.vals) w(key)
        ORDER BY 1);
      IF found <> '{}' THEN
        is_recorded := FALSE;
        amount := cardinality(found);
        example := found[1];
        RETURN NEXT;
      END IF;
    EXCEPTION WHEN SQLSTATE 'RV006' OR syntax_error_or_access_rule_violation THEN
      CONTINUE;  -- What the app no longer has, the catalog's own check names.
    END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.drift_list(bigint) IS
  'Collections where the app''s own column and the record differ: rows recorded as hidden that '
  'the column does not hide (is_recorded), and rows that it hides while no action does. Looks at '
  'max_rows of each kind at most; is_part: there may be more. An ending that is overdue counts '
  'for neither.';
