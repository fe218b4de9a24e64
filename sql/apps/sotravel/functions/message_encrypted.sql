CREATE OR REPLACE FUNCTION sotravel.message_encrypted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  IF NEW.body <> '…' AND EXISTS (SELECT FROM sotravel.message_keys)
    AND NOT EXISTS (
      SELECT FROM sotravel.message_keys k
      WHERE NEW.body ~ format('^enc[%s][.]%s[.][A-Za-z0-9_-]{38,}$', TG_ARGV[0], k.key_id))
  THEN
    RAISE EXCEPTION 'the text of a message comes encrypted, by a key of message_keys'
      USING ERRCODE = 'ST008',
        HINT = 'The app''s servers encrypt it, with the key that whoever runs them has.';
  END IF;
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION sotravel.message_encrypted IS
'Trigger: while there is a key, no text is stored as it was written. Its argument says which kinds
of encrypted texts: 1, bound to their row; 0, of imports, which are not yet.';

CREATE OR REPLACE TRIGGER messages_encrypted BEFORE INSERT OR UPDATE OF body ON sotravel.messages
  FOR EACH ROW WHEN (current_user <> 'reeve_writer_sotravel')
  EXECUTE FUNCTION sotravel.message_encrypted('1');

CREATE OR REPLACE TRIGGER messages_encrypted_imported
  BEFORE INSERT OR UPDATE OF body ON sotravel.messages
  FOR EACH ROW WHEN (current_user = 'reeve_writer_sotravel')
  EXECUTE FUNCTION sotravel.message_encrypted('01');
