-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.cipher_faults(max_rows bigint)
RETURNS TABLE(is_red boolean, finding text, remedy text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
  field text;
  keys text[];
  plain bigint;
  unknown bigint;
  captured bigint;
BEGIN
  FOR c IN
    SELECT l.* FROM reeve.collection l
    WHERE l.is_live AND reeve.cipher_columns(l) <> '{}' ORDER BY l.collection_id
  LOOP
    BEGIN
      keys := reeve.cipher_keys(c);
      IF keys = '{}' THEN
        RETURN QUERY SELECT FALSE, format('texts of %s/%s are stored in the clear', c.app,
          c.name), 'Whoever reads a backup reads them: docs/operating.md says how to encrypt them.';
        CONTINUE;
      END IF;
      FOREACH field IN ARRAY reeve.cipher_columns(c) LOOP
        EXECUTE reeve.reader_call(c.app, 'plain bigint, unknown bigint', ARRAY['keys', 'max_rows'])
        INTO plain, unknown
        USING format(
          'SELECT count(*) FILTER (WHERE s.id IS NULL), count(*) FILTER (WHERE s.id <> ALL ($1))'
          ' FROM (SELECT substring(t.%1$I FROM %2$L) FROM %3$s t WHERE t.%1$I NOT IN (%4$L, %5$L)'
          ' LIMIT $5) s(id)', field,
          '^enc[01][.]([0-9a-f]{16})[.][A-Za-z0-9_-]{38,}$', c.table_sql, '', '…'), keys, max_rows;
        captured := (
          SELECT count(*) FROM (
            SELECT b.content::jsonb ->> field FROM reeve.evidence_bytes b
            WHERE b.collection_id = c.collection_id AND b.erased_at IS NULL
            ORDER BY b.bytes_id DESC LIMIT max_rows) e(value)
          WHERE e.value NOT IN ('', '…') AND reeve.cipher_key(e.value) IS NULL);
        RETURN QUERY
          SELECT f.is_red, f.finding, f.remedy
          FROM (VALUES
            (plain, TRUE, format('%s texts in %s of %s/%s are not encrypted', plain, field, c.app,
              c.name), 'The job collection.encrypt does it, on a worker that has the key.'),
            (unknown, TRUE, format('%s texts in %s of %s/%s are encrypted with keys that the app '
              'does not know', unknown, field, c.app, c.name),
              'Somebody deleted a key too early, or wrote past the app.'),
            (captured, FALSE, format('evidence has %s texts in %s of %s/%s from before they were '
              'encrypted', captured, field, c.app, c.name),
              'They stay as they were sealed until they are erased.')
            ) f(amount, is_red, finding, remedy)
          WHERE f.amount > 0;
      END LOOP;
    EXCEPTION WHEN OTHERS THEN
      RETURN QUERY SELECT TRUE, format('the texts of %s/%s cannot be read: %s', c.app, c.name,
        SQLERRM), '`reeve catalog check` says why.';
    END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.cipher_faults(bigint) IS
  'Texts that an app has not encrypted although it should, or with an unknown key, among so many '
  'rows of each collection, and in evidence.';
