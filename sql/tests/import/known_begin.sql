-- Begins an import of known_test.sql: the chunks :first and :second of :file.
SELECT import_id, run, known FROM reeve.import_begin('{"app": "atlas", "source": "old",
  "format": "ndjson", "table": "places", "key": ["id"], "columns": {"id": {"from": "id"},
  "name": {"from": "name"}}}', :'file', :'file', jsonb_array_length(:'first'::jsonb || :'second'),
  keeps_keys => TRUE) \gset
