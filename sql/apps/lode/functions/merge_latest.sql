CREATE OR REPLACE FUNCTION lode.merge_latest(student bigint, kind text)
RETURNS TABLE(object_id bigint, file text, row_id bigint, identifier uuid,
  changed_at timestamptz)
LANGUAGE sql STABLE AS $body$
  SELECT DISTINCT ON (o.object_id) o.object_id, o.file, o.row_id, f.identifier,
    coalesce(f.changed_at, o.seen_at)
  FROM lode.file_objects o JOIN lode.file_rows(merge_latest.student) f USING (kind, file, row_id)
  WHERE o.student_id = merge_latest.student AND o.kind = merge_latest.kind
    AND coalesce(lode.object_called(merge_latest.student, merge_latest.kind, f.identifier),
      o.object_id) = o.object_id
  ORDER BY o.object_id,
    coalesce(f.changed_at, CASE WHEN o.has_changed THEN o.seen_at END) DESC NULLS LAST,
    o.file, o.row_id
$body$;

COMMENT ON FUNCTION lode.merge_latest(bigint, text) IS
'Part of merge: the row of each object that changed last; one of which nobody knows when it changed
comes after the others. No row whose identifier is another object''s by now.';
