CREATE OR REPLACE FUNCTION randevoo.reservation_record() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO randevoo.reservation_state_history
      (reservation_id, to_state, at, origin, reason)
    SELECT n.id, n.state, n.state_at, TG_ARGV[0], n.state_reason FROM after n;
    INSERT INTO randevoo.reservation_tokens (reservation_id, token, minted_at)
    SELECT n.id, randevoo.token_mint(), n.state_at FROM after n WHERE n.state = 'approved';
    RETURN NULL;
  END IF;
  INSERT INTO randevoo.reservation_state_history
    (reservation_id, from_state, to_state, at, origin, reason)
  SELECT n.id, o.state, n.state, n.state_at, TG_ARGV[0], n.state_reason
  FROM after n JOIN before o ON o.id = n.id WHERE o.state <> n.state;
  INSERT INTO randevoo.reservation_tokens (reservation_id, token, minted_at)
  SELECT n.id, randevoo.token_mint(), n.state_at
  FROM after n JOIN before o ON o.id = n.id
  WHERE n.state = 'approved' AND o.state <> 'approved';
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_record() IS
'Trigger: appends every change of state to the history, its origin being the argument, and mints the
QR token of what is approved.';

CREATE OR REPLACE TRIGGER reservations_record_new AFTER INSERT ON randevoo.reservations
  REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION randevoo.reservation_record('app');

CREATE OR REPLACE TRIGGER reservations_record_app AFTER UPDATE ON randevoo.reservations
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT WHEN (current_user <> 'reeve_writer_randevoo')
  EXECUTE FUNCTION randevoo.reservation_record('app');

CREATE OR REPLACE TRIGGER reservations_record_reeve AFTER UPDATE ON randevoo.reservations
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT WHEN (current_user = 'reeve_writer_randevoo')
  EXECUTE FUNCTION randevoo.reservation_record('reeve');
