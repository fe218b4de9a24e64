CREATE OR REPLACE FUNCTION buckit.heal_done() RETURNS void LANGUAGE sql
AS $body$
  UPDATE buckit.bucket_items i SET done_at = now()
  FROM buckit.buckets b JOIN buckit.legacy_done d ON d.user_id = b.owner_id
  WHERE i.bucket_id = b.id AND i.activity_id = d.activity_id AND i.done_at IS NULL
    AND NOT d.is_taken;
  -- What was completed and is in none of one's buckets.
  WITH lone AS (
    SELECT d.user_id, d.activity_id, 'completed/' || u.legacy_id AS legacy_id
    FROM buckit.legacy_done d JOIN buckit.users u ON u.id = d.user_id
    WHERE NOT d.is_taken AND NOT EXISTS (
      SELECT FROM buckit.buckets b JOIN buckit.bucket_items i ON i.bucket_id = b.id
      WHERE b.owner_id = d.user_id AND i.activity_id = d.activity_id)
  ), made AS (
    INSERT INTO buckit.buckets (legacy_id, owner_id, author_id, title)
    SELECT DISTINCT l.legacy_id, l.user_id, l.user_id, 'Completed' FROM lone l
    ON CONFLICT (legacy_id) DO UPDATE SET owner_id = excluded.owner_id
    RETURNING id, legacy_id
  )
  INSERT INTO buckit.bucket_items (bucket_id, activity_id, done_at)
  SELECT m.id, l.activity_id, now() FROM lone l JOIN made m USING (legacy_id);
  UPDATE buckit.legacy_done SET is_taken = TRUE WHERE NOT is_taken;
$body$;

COMMENT ON FUNCTION buckit.heal_done() IS
'Part of heal: marks activities that people had completed as done at the time of the import; those
in none of their buckets go to one called Completed.';
