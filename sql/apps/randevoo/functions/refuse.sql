CREATE OR REPLACE FUNCTION randevoo.refuse() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  RAISE EXCEPTION USING ERRCODE = TG_ARGV[0], MESSAGE = TG_ARGV[1];
END
$body$;

COMMENT ON FUNCTION randevoo.refuse() IS
'Trigger: refuses the statement with the SQLSTATE and message of its two arguments.';

CREATE OR REPLACE TRIGGER products_store_fixed BEFORE UPDATE OF store_id ON randevoo.products
  FOR EACH ROW WHEN (OLD.store_id <> NEW.store_id)
  EXECUTE FUNCTION randevoo.refuse('RN003', 'a product stays with its store');

CREATE OR REPLACE TRIGGER history_append_only
  BEFORE DELETE OR TRUNCATE ON randevoo.reservation_state_history
  FOR EACH STATEMENT EXECUTE FUNCTION randevoo.refuse('RN010', 'history is append-only');

-- The back office erases reasons, for which alone it has the right.
CREATE OR REPLACE TRIGGER history_fixed BEFORE UPDATE ON randevoo.reservation_state_history
  FOR EACH STATEMENT WHEN (current_user <> 'reeve_writer_randevoo')
  EXECUTE FUNCTION randevoo.refuse('RN010', 'history is append-only');
