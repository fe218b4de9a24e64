-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.action_cited(
  c reeve.collection, policy text, keys text[], at timestamptz)
RETURNS TABLE(key text, clause_id int, term_id int, deed_at timestamptz)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO'
AS $$
#variable_conflict use_column
DECLARE
  p reeve.policy;
BEGIN
  SELECT * INTO p FROM reeve.policy l
  WHERE l.app = c.app AND l.name = action_cited.policy;
  IF NOT FOUND THEN
    RETURN;
  ELSIF p.terms IS NULL OR c.created_column IS NULL THEN
    RETURN QUERY
      SELECT u.key, p.clause_id, v.term_id, NULL::timestamptz
      FROM unnest(keys) u(key)
      LEFT JOIN reeve.term_in_force(c.app, p.terms, at) v ON TRUE;
    RETURN;
  END IF;
  RETURN QUERY EXECUTE format($f$
      SELECT u.key, $1, v.term_id, least(d.made, $2)
      FROM unnest($3) u(key)
      LEFT JOIN (%s) d ON d.key = u.key
      LEFT JOIN LATERAL reeve.term_in_force($4, $5, least(d.made, $2)) v ON TRUE
    $f$, replace(replace(reeve.reader_call(c.app, 'key text, made timestamptz'), '$2', '$3'), '$1',
      '$6'))
  USING p.clause_id, at, keys, c.app, p.terms,
    format('SELECT %s, t.%I::timestamptz FROM %s t WHERE %s', c.key_sql, c.created_column,
      c.table_sql, c.keys_sql);
END
$$;

COMMENT ON FUNCTION reeve.action_cited(reeve.collection, text, text[], timestamptz) IS
  'What an action that cites a policy keeps of each of these subjects: the text of the policy, '
  'when the subject was made, where the catalog says how to know, never after at, and the version '
  'of the terms that was in force then, else at. No rows for a policy that there is not.';
