CREATE OR REPLACE FUNCTION reeve.outbox_hold(outbox_id bigint, cap_id int, at timestamptz)
RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH waiting AS MATERIALIZED (
    SELECT o.outbox_id, coalesce(o.act, 'N' || o.outbox_id) AS act, o.collection_id, o.key,
      p.within, p.cap_id, p.most
    FROM reeve.outbox f
    JOIN reeve.notice_cap p ON p.cap_id = outbox_hold.cap_id
    JOIN reeve.outbox o ON o.collection_id = f.collection_id AND o.key = f.key
      AND o.state = 'queued' AND o.due_at <= at
    LEFT JOIN reeve.notice_template t ON t.app = p.app AND t.name = o.template
    WHERE f.outbox_id = outbox_hold.outbox_id
      AND (p.channel IS NULL OR p.channel = t.channel)
      AND (p.template IS NULL OR p.template = o.template)
    FOR UPDATE OF o SKIP LOCKED),
  message AS (
    SELECT w.act, row_number() OVER (ORDER BY min(w.outbox_id)) - 1 AS place
    FROM waiting w GROUP BY w.act),
  free AS (
    SELECT array_agg(greatest(s.free_at, at) ORDER BY s.free_at) AS times
    FROM (SELECT DISTINCT w.cap_id, w.collection_id, w.key, w.most FROM waiting w) w
    JOIN reeve.notice_slot s USING (cap_id, collection_id, key)
    WHERE s.slot <= w.most)
  UPDATE reeve.outbox o SET held = 'cap', due_at = interval '1 microsecond'
    + f.times[(m.place % cardinality(f.times))::int + 1]
    + (m.place / cardinality(f.times))::int * w.within
  FROM waiting w JOIN message m USING (act) CROSS JOIN free f
  WHERE o.outbox_id = w.outbox_id
$$;

COMMENT ON FUNCTION reeve.outbox_hold(bigint, int, timestamptz) IS
  'Puts off a notice that is over a cap of its recipient''s, and what else is due to them under '
  'that cap, in order, each until a slot of it will be free.';
