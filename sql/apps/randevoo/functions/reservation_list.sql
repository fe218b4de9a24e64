CREATE OR REPLACE FUNCTION randevoo.reservation_list(
  who bigint, store bigint DEFAULT NULL, before bigint DEFAULT NULL, max_rows integer DEFAULT 50)
RETURNS TABLE (
  id bigint, customer_id bigint, store_id bigint, slot_start timestamptz, slot_end timestamptz,
  state text, requested_at timestamptz, state_at timestamptz, answer_by timestamptz,
  held_until timestamptz, scanned_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp
-- Planned for what is asked: by customer, or by store.
SET plan_cache_mode = force_custom_plan AS $body$
DECLARE
  asked integer := randevoo.page_size(max_rows);
  -- The slot of the last reservation of the page before.
  last_start timestamptz := (
    SELECT r.slot_start FROM randevoo.reservations r WHERE r.id = before);
BEGIN
  IF store IS NOT NULL THEN
    PERFORM randevoo.store_owned(store, who);
  END IF;
  RETURN QUERY
    SELECT r.id, r.customer_id, r.store_id, r.slot_start, r.slot_end, r.state, r.requested_at,
      r.state_at, r.answer_by, r.held_until, r.scanned_at
    FROM randevoo.reservations r
    WHERE (r.store_id = store OR store IS NULL AND r.customer_id = who)
      AND (before IS NULL OR (r.slot_start, r.id) < (last_start, before))
    ORDER BY r.slot_start DESC, r.id DESC LIMIT asked;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_list IS
'Reservations of who as a customer or, with store, of that store, which has to be theirs, in every
state: the latest slot first, max_rows of them, 1 to 500 (more counts as 500). before: the id of the
last one of the page before, or NULL; of an unknown one there is nothing before. States: pending
waits for the store until answer_by; approved; held: its store is blocked, and it is cancelled at
held_until unless the block ends before; final: disapproved, expired (answered or scanned too
late), cancelled, completed, failed, revoked by the back office. scanned_at: when the QR token was
used. RN001, RN003: the store.';

GRANT EXECUTE ON FUNCTION randevoo.reservation_list TO randevoo_app;
