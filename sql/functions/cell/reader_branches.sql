CREATE OR REPLACE FUNCTION reeve.reader_branches(app text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN coalesce('CASE $2' || (
    SELECT string_agg(format(E'\n      WHEN %L THEN RETURN QUERY %s;', s.name, s.statement), ''
      ORDER BY c.collection_id, s.name)
    FROM reeve.collection c
    -- These hold names of columns and constants, and nothing that somebody wrote as SQL.
    CROSS JOIN LATERAL (VALUES ('evidence ' || c.collection_id, c.evidence_sql),
      ('parents ' || c.collection_id, nullif(c.parents_sql, ''))) s(name, statement)
    WHERE c.app = reader_branches.app AND c.is_live AND c.evidence_sql IS NOT NULL
      AND s.statement IS NOT NULL)
    || E'\n    END CASE;', 'RAISE case_not_found;');
END
$$;

COMMENT ON FUNCTION reeve.reader_branches(text) IS
  'The statement of PL/pgSQL that returns the rows with the keys $1 by the statement named $2: '
  '''evidence 5'' and ''parents 5'' for each live collection of an app whose plans are kept '
  '(reeve.collection.evidence_sql). case_not_found for others.';
