CREATE OR REPLACE FUNCTION reeve.outbox_group(outbox_id bigint, at timestamptz)
RETURNS SETOF reeve.outbox
LANGUAGE sql STABLE ROWS 2 SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT o.*
  FROM reeve.outbox f
  JOIN reeve.collection c USING (collection_id)
  JOIN reeve.outbox o ON o.collection_id = f.collection_id AND o.key = f.key
    AND (o.outbox_id = f.outbox_id OR o.act = f.act AND o.due_at <= at)
  LEFT JOIN reeve.notice_template m ON m.app = c.app AND m.name = f.template
  LEFT JOIN reeve.notice_template n ON n.app = c.app AND n.name = o.template
  WHERE f.outbox_id = outbox_group.outbox_id AND o.state = 'queued'
    AND n.channel IS NOT DISTINCT FROM m.channel
  ORDER BY o.outbox_id
$$;

COMMENT ON FUNCTION reeve.outbox_group(bigint, timestamptz) IS
  'A notice, and the due ones of the same act to the same person by the same channel: they are one '
  'message.';
