CREATE OR REPLACE FUNCTION randevoo.message_place() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM FROM randevoo.groups g WHERE g.id = NEW.group_id FOR NO KEY UPDATE;
  NEW.place := coalesce((
    SELECT max(m.place) + 1 FROM randevoo.messages m WHERE m.group_id = NEW.group_id), 0);
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION randevoo.message_place() IS
'Trigger: numbers the messages of a conversation, one writer at a time.';

CREATE OR REPLACE TRIGGER messages_place BEFORE INSERT ON randevoo.messages
  FOR EACH ROW WHEN (coalesce(NEW.place, -1) < 0) EXECUTE FUNCTION randevoo.message_place();
