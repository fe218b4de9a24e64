-- Which of the tables $1 (OIDs) an import has brought records to.
SELECT DISTINCT c.oid::bigint
FROM reeve.import i
JOIN reeve.app a ON a.app = i.app
CROSS JOIN LATERAL (
  SELECT i.mapping ->> 'table'
  UNION ALL
  SELECT t.child ->> 'table' FROM jsonb_array_elements(i.mapping -> 'children') t(child)) t(name)
JOIN pg_class c ON c.relname = t.name
  AND c.relnamespace = to_regnamespace(quote_ident(a.schema_name))
WHERE c.oid = ANY ($1::bigint[]::oid[])
