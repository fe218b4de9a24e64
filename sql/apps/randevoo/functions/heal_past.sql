CREATE OR REPLACE FUNCTION randevoo.heal_past(ids text[]) RETURNS SETOF text
LANGUAGE plpgsql AS $body$
DECLARE
  half integer := cardinality(ids) / 2;
BEGIN
  BEGIN
    WITH made AS (
      INSERT INTO randevoo.reservations (legacy_id, customer_id, store_id, slot_start, slot_end,
        state, state_reason, requested_at, state_at, answer_by, scanned_at)
      SELECT w.legacy_id, w.customer_id, w.store_id, w.starts, w.ends, w.state, w.state_reason,
        w.requested_at, w.state_at, least(w.starts, w.requested_at + s.answer_deadline),
        CASE w.state WHEN 'completed' THEN w.completed_at END
      FROM randevoo.legacy_reservation_wanted() w JOIN randevoo.stores s ON s.id = w.store_id
      WHERE w.legacy_id = ANY (ids)
      ORDER BY w.requested_at, w.legacy_id
      RETURNING id, legacy_id, state
    )
    INSERT INTO randevoo.legacy_taken (kind, legacy_id, row_id, taken)
    SELECT 'reservation', m.legacy_id, m.id, to_jsonb(m.state) FROM made m
    ON CONFLICT (kind, legacy_id) DO UPDATE SET row_id = excluded.row_id, taken = excluded.taken;
    RETURN;
  EXCEPTION WHEN insufficient_privilege THEN
    IF half = 0 THEN
      RETURN NEXT format('reservation %s is not taken over: the back office bars who has it',
        ids[1]);
      RETURN;
    END IF;
  END;
  -- Whom the back office bars from booking is found by halves; the others have theirs.
  RETURN QUERY SELECT * FROM randevoo.heal_past(ids[:half]);
  RETURN QUERY SELECT * FROM randevoo.heal_past(ids[half + 1:]);
END
$body$;

COMMENT ON FUNCTION randevoo.heal_past(text[]) IS
'Part of heal_history: makes reservations of these documents.';
