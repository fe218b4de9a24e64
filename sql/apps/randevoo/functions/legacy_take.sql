CREATE OR REPLACE FUNCTION randevoo.legacy_take(
  kind text, legacy_id text, row_id bigint, taken jsonb) RETURNS void
LANGUAGE sql AS $body$
  INSERT INTO randevoo.legacy_taken AS k (kind, legacy_id, row_id, taken)
  VALUES (legacy_take.kind, legacy_take.legacy_id, legacy_take.row_id, legacy_take.taken)
  ON CONFLICT ON CONSTRAINT legacy_taken_pkey DO UPDATE
  SET row_id = excluded.row_id, taken = excluded.taken
$body$;

COMMENT ON FUNCTION randevoo.legacy_take(text, text, bigint, jsonb) IS
'Part of heal: notes what a document gave a row.';
