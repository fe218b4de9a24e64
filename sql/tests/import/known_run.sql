-- An import of known_test.sql: the chunks :first and :second of :file; its counts are :said.
SELECT import_id, run, known FROM reeve.import_begin('{"app": "atlas", "source": "old",
  "format": "ndjson", "table": "places", "key": ["id"], "columns": {"id": {"from": "id"},
  "name": {"from": "name"}}}', :'file', :'file', jsonb_array_length(:'first'::jsonb || :'second'),
  keeps_keys => TRUE) \gset
\set read 0
\set chunk :first
\ir known_chunk.sql
\set chunk :second
\ir known_chunk.sql
SELECT inserted, changed, same, quarantined FROM reeve.import_finish(:import_id, :run) \gset
SELECT concat_ws(' ', :known, :inserted, :changed, :same, :quarantined,
  (SELECT string_agg(q.record || ':' || q.code, ',' ORDER BY q.record)
    FROM reeve.quarantine q WHERE q.import_id = :import_id)) AS said \gset
