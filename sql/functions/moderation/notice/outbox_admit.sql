CREATE OR REPLACE FUNCTION reeve.outbox_admit(
  at timestamptz, max_rows int, OUT admitted bigint[], OUT wake_at timestamptz)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET jit = off
AS $$
DECLARE
  spent int[] := '{}';
  x record;
  c record;
  slot int;
  caps int[];
  slots int[];
  quiet timestamptz;
BEGIN
  admitted := '{}';
  <<message>>
  FOR x IN
    -- Lanes: the templates of which something waits, but those of a cap that is spent.
    WITH RECURSIVE first AS (
      (SELECT o.collection_id, o.template FROM reeve.outbox o
        WHERE o.state = 'queued' ORDER BY 1, 2 LIMIT 1)
      UNION ALL
      SELECT n.collection_id, n.template FROM first l CROSS JOIN LATERAL (
        SELECT o.collection_id, o.template FROM reeve.outbox o
        WHERE o.state = 'queued'
          AND (o.collection_id, o.template) > (l.collection_id, l.template)
        ORDER BY 1, 2 LIMIT 1) n),
    lane AS MATERIALIZED (
      SELECT l.collection_id, l.template, k.app, coalesce(t.channel, '') AS channel, s.zone,
        s.quiet_from, s.quiet_until, ARRAY(
          SELECT p.cap_id FROM reeve.notice_cap p
          WHERE p.app = k.app AND (p.channel IS NULL OR p.channel = t.channel)
            AND (p.template IS NULL OR p.template = l.template)) AS caps
      FROM first l JOIN reeve.collection k USING (collection_id)
      LEFT JOIN reeve.notice_template t ON t.app = k.app AND t.name = l.template
      LEFT JOIN reeve.notice_setting s ON s.app = k.app
      WHERE NOT EXISTS (
        SELECT FROM reeve.notice_cap p
        WHERE p.app = k.app AND NOT p.is_per_recipient
          AND (p.channel IS NULL OR p.channel = t.channel)
          AND (p.template IS NULL OR p.template = l.template)
          AND NOT EXISTS (
            SELECT FROM reeve.notice_slot s
            WHERE s.cap_id = p.cap_id AND s.collection_id = 0 AND s.key = ''
              AND s.slot <= p.most AND s.free_at < at))),
    candidate AS MATERIALIZED (
      SELECT l.app, l.channel, l.zone AS app_zone, l.quiet_from, l.quiet_until, l.caps,
        f.outbox_id, f.due_at
      FROM lane l CROSS JOIN LATERAL (
        SELECT d.outbox_id, d.due_at
        FROM (
          SELECT o.* FROM reeve.outbox o
          WHERE o.state = 'queued' AND o.collection_id = l.collection_id
            AND o.template = l.template AND o.due_at <= at
          ORDER BY o.due_at, o.outbox_id LIMIT 10000) d
        WHERE NOT EXISTS (
          -- Of each person's messages by a channel only the first; what the same act owes goes
          -- with it.
          SELECT FROM reeve.outbox e
          LEFT JOIN reeve.notice_template n ON n.app = l.app AND n.name = e.template
          WHERE e.state = 'queued' AND e.collection_id = d.collection_id AND e.key = d.key
            AND e.outbox_id < d.outbox_id AND (e.due_at <= at OR e.held = 'cap')
            AND coalesce(n.channel, '') = l.channel
          -- Looked up one by one: a join may compare each with each.
          OFFSET 0)
        ORDER BY d.due_at, d.outbox_id LIMIT max_rows * 4) f
      ORDER BY f.due_at, f.outbox_id LIMIT max_rows * 4)
    SELECT o.*, v.app, v.channel, v.app_zone, v.quiet_from, v.quiet_until, v.caps
    FROM candidate v JOIN reeve.outbox o USING (outbox_id)
    WHERE o.state = 'queued' AND o.due_at <= at
    ORDER BY v.due_at, v.outbox_id FOR UPDATE OF o SKIP LOCKED
  LOOP
    CONTINUE WHEN x.caps && spent;
    quiet := NULL;
    IF x.quiet_from IS NOT NULL THEN
      quiet := reeve.quiet_end(at, reeve.zone_valid(x.zone, x.app_zone), x.quiet_from,
        x.quiet_until);
    END IF;
    IF quiet IS NOT NULL AND NOT EXISTS (
      SELECT FROM reeve.outbox_group(x.outbox_id, at) g
      JOIN reeve.notice_template t ON t.app = x.app AND t.name = g.template AND t.is_urgent)
    THEN
      UPDATE reeve.outbox o SET due_at = quiet, held = 'quiet'
      FROM reeve.outbox_group(x.outbox_id, at) g WHERE o.outbox_id = g.outbox_id;
      CONTINUE;
    END IF;
    caps := '{}';
    slots := '{}';
    FOR c IN
      SELECT p.*, CASE WHEN p.is_per_recipient THEN x.collection_id ELSE 0 END AS who_id,
        CASE WHEN p.is_per_recipient THEN x.key ELSE '' END AS who_key
      FROM reeve.notice_cap p
      WHERE p.cap_id = ANY (x.caps)
      ORDER BY p.is_per_recipient, p.cap_id
    LOOP
      CONTINUE message WHEN c.is_per_recipient
        AND NOT reeve.notice_slots_make(c.cap_id, c.who_id, c.who_key);
      SELECT s.slot INTO slot FROM reeve.notice_slot s
      WHERE s.cap_id = c.cap_id AND s.collection_id = c.who_id AND s.key = c.who_key
        AND s.slot <= c.most AND s.free_at < at
      LIMIT 1 FOR UPDATE SKIP LOCKED;
      IF FOUND THEN
        caps := caps || c.cap_id;
        slots := slots || slot;
        CONTINUE;
      ELSIF c.is_per_recipient THEN
        PERFORM reeve.outbox_hold(x.outbox_id, c.cap_id, at);
      ELSE
        spent := spent || c.cap_id;
      END IF;
      CONTINUE message;
    END LOOP;
    IF caps <> '{}' THEN
      UPDATE reeve.notice_slot s SET free_at = at + p.within, outbox_id = x.outbox_id
      FROM unnest(caps, slots) t(cap_id, slot) JOIN reeve.notice_cap p USING (cap_id)
      WHERE s.cap_id = t.cap_id AND s.slot = t.slot
        AND s.collection_id = CASE WHEN p.is_per_recipient THEN x.collection_id ELSE 0 END
        AND s.key = CASE WHEN p.is_per_recipient THEN x.key ELSE '' END;
    END IF;
    admitted := admitted || x.outbox_id;
    EXIT WHEN cardinality(admitted) >= max_rows;
  END LOOP;
  wake_at := least((
    SELECT min(CASE WHEN f.free_at < at THEN at + interval '1 second' ELSE f.free_at END)
    FROM reeve.notice_cap p
    CROSS JOIN LATERAL (
      SELECT min(s.free_at) FROM reeve.notice_slot s
      WHERE s.cap_id = p.cap_id AND s.collection_id = 0 AND s.key = '' AND s.slot <= p.most
    ) f(free_at)
    -- Slots that are free here are another sender's.
    WHERE NOT p.is_per_recipient AND (f.free_at >= at OR p.cap_id = ANY (spent))), (
    SELECT min(o.due_at) FROM reeve.outbox o
    WHERE o.state = 'queued' AND o.due_at > at));
END
$$;

COMMENT ON FUNCTION reeve.outbox_admit(timestamptz, int) IS
  'Due notices that may be sent at an instant, locked until the caller''s transaction ends (rows '
  'locked by another are skipped): of each message the first, at most max_rows, the earliest first '
  'and in order for each person and channel. Each takes a slot of every cap that it falls under. '
  'What comes in the quiet hours of its recipient, or over a cap of theirs, is put off; what is '
  'over a cap of all people stays due. wake_at: when the first of these, or of those that are due '
  'later, may be sent (NULL: none).';
