CREATE OR REPLACE FUNCTION randevoo.digests_forgotten() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  UPDATE randevoo.groups g SET legacy_last_digest = NULL WHERE g.legacy_last_digest IS NOT NULL;
  UPDATE randevoo.legacy_messengers l SET last_digest = NULL WHERE l.last_digest IS NOT NULL;
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION randevoo.digests_forgotten() IS
'Trigger: from the first key on, no digest tells what the last message of an imported chat says;
whoever has a guess could compare it.';

CREATE OR REPLACE TRIGGER message_keys_digests AFTER INSERT ON randevoo.message_keys
  FOR EACH STATEMENT EXECUTE FUNCTION randevoo.digests_forgotten();
