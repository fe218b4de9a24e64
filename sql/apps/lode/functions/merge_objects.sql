CREATE OR REPLACE FUNCTION lode.merge_objects(student bigint) RETURNS void
LANGUAGE plpgsql AS $body$
DECLARE
  r record;
  object bigint;
BEGIN
  FOR r IN
    WITH f AS MATERIALIZED (SELECT * FROM lode.file_rows(student))
    SELECT f.*, o.object_id AS before, n.identifier IS NOT NULL AS is_elsewhere
    FROM f
      LEFT JOIN lode.file_objects o ON o.student_id = student AND o.kind = f.kind
        AND o.file = f.file AND o.row_id = f.row_id
      LEFT JOIN (SELECT DISTINCT kind, file, identifier FROM f) n
        ON n.kind = f.kind AND n.file = f.file AND n.identifier = o.identifier
    WHERE (o.identifier, o.digest, o.record) IS DISTINCT FROM (f.identifier, f.digest, f.record)
    ORDER BY f.kind, f.changed_at DESC NULLS LAST, f.file, f.row_id
  LOOP
    object := coalesce(
      (SELECT min(o.object_id) FROM lode.file_objects o
        WHERE o.student_id = student AND o.kind = r.kind AND o.record = r.record),
      (SELECT min(o.object_id) FROM lode.file_objects o
        WHERE o.student_id = student AND o.kind = r.kind AND o.identifier = r.identifier),
      lode.object_called(student, r.kind, r.identifier),
      -- Its row in the file, unless the app was installed anew and has numbered its rows again.
      CASE WHEN NOT r.is_elsewhere THEN r.before END,
      nextval(pg_get_serial_sequence('lode.' || r.kind || 's', 'id')));
    INSERT INTO lode.file_objects AS o (student_id, kind, file, row_id, identifier, record,
      object_id, digest, seen_at)
    VALUES (student, r.kind, r.file, r.row_id, r.identifier, r.record, object, r.digest, now())
    ON CONFLICT (student_id, kind, file, row_id) DO UPDATE SET identifier = excluded.identifier,
      record = excluded.record, object_id = excluded.object_id, digest = excluded.digest,
      seen_at = CASE o.digest WHEN excluded.digest THEN o.seen_at ELSE excluded.seen_at END,
      has_changed = o.has_changed OR o.digest <> excluded.digest;
  END LOOP;
END
$body$;

COMMENT ON FUNCTION lode.merge_objects(bigint) IS
'Part of merge: finds which rows of files are one object: those that iCloud calls the same, or that
have one identifier; the row of a file stays what it was if its identifier is new, as the app makes
one whenever somebody edits.';
