-- An import of known_test.sql: the chunks :first and :second of :file; its counts are :said.
\ir known_begin.sql
\set read 0
\set chunk :first
\ir known_chunk.sql
\set chunk :second
\ir known_chunk.sql
SELECT inserted, changed, same, quarantined FROM reeve.import_finish(:import_id, :run) \gset
SELECT concat_ws(' ', :known, :inserted, :changed, :same, :quarantined,
  (SELECT string_agg(q.record || ':' || q.code, ',' ORDER BY q.record)
    FROM reeve.quarantine q WHERE q.import_id = :import_id)) AS said \gset
