CREATE OR REPLACE FUNCTION reeve.columns_expression(relation oid, columns text[] DEFAULT NULL)
RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    WITH RECURSIVE part(name, type_id) AS (
      SELECT a.attname::text, a.atttypid
      FROM pg_attribute a
      WHERE a.attrelid = columns_expression.relation AND a.attnum > 0 AND NOT a.attisdropped
        AND (columns IS NULL OR a.attname = ANY (columns))
      UNION
      SELECT p.name, n.type_id
      FROM part p
      JOIN pg_type y ON y.oid = p.type_id
      CROSS JOIN LATERAL (
        SELECT y.typbasetype UNION ALL SELECT y.typelem
        UNION ALL SELECT r.rngsubtype FROM pg_range r WHERE y.oid IN (r.rngtypid, r.rngmultitypid)
        UNION ALL SELECT a.atttypid FROM pg_attribute a
        WHERE a.attrelid = y.typrelid AND a.attnum > 0 AND NOT a.attisdropped) n(type_id)
      WHERE n.type_id <> 0)
    SELECT reeve.object_expression(ARRAY(
      SELECT format(CASE WHEN bool_or(p.type_id = 'json'::regtype) THEN '%1$L, t.%1$I::text'
        ELSE '%1$L, t.%1$I' END, p.name)
      FROM part p GROUP BY p.name ORDER BY p.name)));
END
$$;

COMMENT ON FUNCTION reeve.columns_expression(oid, text[]) IS
  'Expression over a row t of a table that builds a jsonb object of these columns; of all, where '
  'columns is NULL. What has a json in it becomes its text: json takes what jsonb refuses, such '
  'as \u0000.';
