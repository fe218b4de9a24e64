CREATE OR REPLACE FUNCTION randevoo.message_admitted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.user_admit(NEW.author_id, clock_timestamp());
  IF NOT EXISTS (
    SELECT FROM randevoo.groups g JOIN randevoo.stores s ON s.id = g.store_id
    WHERE g.id = NEW.group_id AND NEW.author_id IN (g.customer_id, s.owner_id))
  THEN
    RAISE EXCEPTION 'chat % is not user %''s', NEW.group_id, NEW.author_id
      USING ERRCODE = 'RN003';
  END IF;
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION randevoo.message_admitted() IS
'Trigger: nobody who is blocked writes, and nobody into a chat of others, whoever writes the row. An
import may hold what a former owner of the store wrote.';

CREATE OR REPLACE TRIGGER messages_author_admitted BEFORE INSERT ON randevoo.messages
  FOR EACH ROW WHEN (current_user NOT IN ('randevoo_owner', 'reeve_writer_randevoo'))
  EXECUTE FUNCTION randevoo.message_admitted();
