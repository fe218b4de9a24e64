-- One chunk of an import of known_test.sql: the records of :chunk, behind the first :read.
SELECT reeve.import_open(:import_id, :run) \g /dev/null
SELECT CASE WHEN :known > 0 THEN format('reeve.import_known(%s, %L)', :import_id,
  (SELECT array_agg(lpad(r ->> 2, 32, '0')::uuid) FROM jsonb_array_elements(:'chunk') r))
  ELSE '''{}''::bigint[]' END AS known_call \gset
SELECT :known_call AS places \gset
SELECT format('INSERT INTO reeve_stage.import_%s SELECT %s + r.n, r.v ->> 0, r.v ->> 1, '
  'lpad(r.v ->> 2, 32, ''0'')::uuid FROM jsonb_array_elements(%L) WITH ORDINALITY r(v, n) '
  'WHERE r.n <> ALL (%L::bigint[])', :import_id, :read, :'chunk', :'places') AS staging \gset
:staging;
CREATE TEMP TABLE reeve_refused AS SELECT * FROM reeve.import_write(:import_id);
SELECT :read + jsonb_array_length(:'chunk') AS read,
  coalesce(jsonb_agg(jsonb_build_object('record', w.record, 'line', 1, 'byte_offset', 1, 'code',
    w.code, 'reason', w.reason, 'original', '', 'is_cut', FALSE)), '[]') AS rejected
FROM reeve_refused w \gset
DROP TABLE reeve_refused;
SELECT * FROM reeve.import_close(:import_id, :read, :read, :read, :'rejected') \g /dev/null
