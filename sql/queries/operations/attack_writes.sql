-- How many rows this transaction has inserted, updated and deleted so far, rolled back or not:
-- table, number; of each table that is not the app's. Reads only. $1 text[]: the roles that are
-- the app's.
SELECT c.oid::pg_catalog.regclass::pg_catalog.text, w.n
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace s ON s.oid OPERATOR(pg_catalog.=) c.relnamespace
CROSS JOIN LATERAL (
  SELECT pg_catalog.pg_stat_get_xact_tuples_inserted(c.oid)
    OPERATOR(pg_catalog.+) pg_catalog.pg_stat_get_xact_tuples_updated(c.oid)
    OPERATOR(pg_catalog.+) pg_catalog.pg_stat_get_xact_tuples_deleted(c.oid)) w(n)
WHERE c.relkind OPERATOR(pg_catalog.=) ANY (ARRAY['r', 'p']::pg_catalog."char"[])
  AND w.n OPERATOR(pg_catalog.>) 0
  AND s.nspname OPERATOR(pg_catalog.!~) '^(pg_|information_schema$)'
  AND pg_catalog.pg_get_userbyid(c.relowner)::pg_catalog.text
    OPERATOR(pg_catalog.<>) ALL ($1::pg_catalog.text[])
  -- Through which the app's code may answer an order: reeve.cell_answer.
  AND c.oid OPERATOR(pg_catalog.<>) 'reeve.cell_order'::pg_catalog.regclass
