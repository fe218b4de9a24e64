CREATE OR REPLACE FUNCTION reeve.collection_birth(c reeve.collection) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT s.name
  FROM unnest(c.show_columns) WITH ORDINALITY s(name, place)
  JOIN pg_attribute a ON a.attrelid = c.relation AND a.attname = s.name
  CROSS JOIN LATERAL (
    SELECT EXISTS (
      SELECT FROM pg_index i
      WHERE i.indrelid = c.relation AND i.indkey[0] = a.attnum AND i.indisvalid
        AND i.indpred IS NULL)) x(is_indexed)
  WHERE s.name <> ALL (c.personal_columns)
    AND a.atttypid IN ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)
    AND reeve.text_fold(s.name) ~ ('^(created?|creation|inserted|registered|joined|posted|added|'
      'signed_?up|sent|filed|opened)_?(at|on|date|time|timestamp)?$|^(date|time)_?(created|added)$')
    AND (x.is_indexed OR pg_relation_size(c.relation) < 16 * 1024 * 1024)
  ORDER BY x.is_indexed DESC, s.place LIMIT 1
$$;

COMMENT ON FUNCTION reeve.collection_birth(reeve.collection) IS
  'The shown column with the time of a row''s creation, by its name and type, if an index begins '
  'with it or the table is smaller than 16 MB; NULL if there is none.';
