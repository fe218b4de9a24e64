CREATE OR REPLACE FUNCTION randevoo.reservation_notify() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO randevoo.notifications (user_id, kind, reservation_id, created_at)
    SELECT s.owner_id, 'reservation_requested', n.id, n.state_at
    FROM after n JOIN randevoo.stores s ON s.id = n.store_id WHERE n.state = 'pending';
    RETURN NULL;
  END IF;
  INSERT INTO randevoo.notifications (user_id, kind, reservation_id, created_at)
  SELECT CASE side.name WHEN 'customer' THEN n.customer_id ELSE s.owner_id END,
    'reservation_' || n.state, n.id, n.state_at
  FROM after n
    JOIN before o ON o.id = n.id AND o.state <> n.state
    JOIN randevoo.stores s ON s.id = n.store_id
    CROSS JOIN (VALUES ('customer'), ('store')) side (name)
  WHERE n.state IN ('expired', 'revoked')
    OR (n.state = 'cancelled' AND o.state = 'pending') = (side.name = 'store');
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_notify() IS
'Trigger: tells the owner of a request and of a customer''s cancelling, both sides of an expiry and
a revocation, the customer of all else. Silent for reeve_writer_randevoo, which tells by itself.';

CREATE OR REPLACE TRIGGER reservations_notify_new AFTER INSERT ON randevoo.reservations
  REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT WHEN (current_user <> 'reeve_writer_randevoo')
  EXECUTE FUNCTION randevoo.reservation_notify();

CREATE OR REPLACE TRIGGER reservations_notify AFTER UPDATE ON randevoo.reservations
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT WHEN (current_user <> 'reeve_writer_randevoo')
  EXECUTE FUNCTION randevoo.reservation_notify();
