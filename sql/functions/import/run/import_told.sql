CREATE OR REPLACE FUNCTION reeve.import_told(import_id int) RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT jsonb_array_elements_text(i.told)
  FROM reeve.import i WHERE i.import_id = import_told.import_id
  UNION ALL
  SELECT format('%s rows were kept as they were: %s', i.kept, i.existing)
  FROM reeve.import i WHERE i.import_id = import_told.import_id AND i.kept > 0
  UNION ALL (
    SELECT format('%s row%s of %s made, because a record names what was missing', e.value,
      CASE e.value WHEN '1' THEN '' ELSE 's' END, e.key)
    FROM reeve.import i CROSS JOIN jsonb_each_text(i.made) e
    WHERE i.import_id = import_told.import_id ORDER BY e.key)
  UNION ALL (
    SELECT format('%s in %s value%s', e.key, e.value, CASE e.value WHEN '1' THEN '' ELSE 's' END)
    FROM reeve.import i CROSS JOIN jsonb_each_text(i.changes) e
    WHERE i.import_id = import_told.import_id ORDER BY e.key)
  UNION ALL
  SELECT format('%s rejected: %s, such as record %s: %s', count(*), q.code, min(q.record),
    (array_agg(q.reason ORDER BY q.record))[1])
  FROM reeve.quarantine q WHERE q.import_id = import_told.import_id GROUP BY q.code
  UNION ALL
  SELECT jsonb_array_elements_text(i.found)
  FROM reeve.import i WHERE i.import_id = import_told.import_id
$$;

COMMENT ON FUNCTION reeve.import_told(int) IS
  'The report of an import, one line each: the data that it left out, guessed, kept, changed and '
  'rejected, and the findings of the mapping''s function.';
