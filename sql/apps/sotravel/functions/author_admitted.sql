CREATE OR REPLACE FUNCTION sotravel.author_admitted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.user_admit((to_jsonb(NEW) ->> TG_ARGV[0])::bigint, clock_timestamp());
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION sotravel.author_admitted IS
'Trigger: nobody who is blocked writes a row of theirs, whoever writes it; its argument names the
column with the author.';

CREATE OR REPLACE TRIGGER trip_members_admitted BEFORE INSERT ON sotravel.trip_members
  FOR EACH ROW WHEN (current_user NOT IN ('sotravel_owner', 'reeve_writer_sotravel'))
  EXECUTE FUNCTION sotravel.author_admitted('user_id');

CREATE OR REPLACE TRIGGER events_admitted BEFORE INSERT ON sotravel.events
  FOR EACH ROW WHEN (current_user NOT IN ('sotravel_owner', 'reeve_writer_sotravel'))
  EXECUTE FUNCTION sotravel.author_admitted('author_id');

CREATE OR REPLACE TRIGGER messages_admitted BEFORE INSERT ON sotravel.messages
  FOR EACH ROW WHEN (current_user NOT IN ('sotravel_owner', 'reeve_writer_sotravel'))
  EXECUTE FUNCTION sotravel.author_admitted('author_id');

-- A position of somebody blocked is nobody's to keep: here an import is refused, too.
CREATE OR REPLACE TRIGGER locations_admitted BEFORE INSERT OR UPDATE OF latitude, longitude
  ON sotravel.locations
  FOR EACH ROW EXECUTE FUNCTION sotravel.author_admitted('user_id');
