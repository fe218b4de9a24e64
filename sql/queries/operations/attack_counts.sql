-- What the code of an attack has noted in the sequences of doctor_attack: how often it ran, as
-- whom but the app's roles (NULL for nobody else), what it reached, and how; NULL for nothing.
SELECT CASE WHEN r.is_called THEN r.last_value ELSE 0 END,
  CASE WHEN o.is_called THEN o.last_value::pg_catalog.oid::pg_catalog.regrole::pg_catalog.text END,
  CASE WHEN t.is_called AND h.last_value OPERATOR(pg_catalog.=) 3
    THEN t.last_value::pg_catalog.oid::pg_catalog.regprocedure::pg_catalog.text
  WHEN t.is_called THEN t.last_value::pg_catalog.oid::pg_catalog.regclass::pg_catalog.text END,
  CASE WHEN t.is_called THEN (ARRAY['read', 'written', 'called with its owner''s rights',
    'asked with a rank'])[h.last_value] END
FROM doctor_attack.ran r, doctor_attack.as_other o, doctor_attack.reached t, doctor_attack.how h
