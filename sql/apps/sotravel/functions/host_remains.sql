CREATE OR REPLACE FUNCTION sotravel.host_remains() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  -- Two hosts who leave at once come one after the other.
  PERFORM FROM sotravel.trips t WHERE t.id = OLD.trip_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM sotravel.trip_members m WHERE m.trip_id = OLD.trip_id)
    AND NOT EXISTS (SELECT FROM sotravel.trip_members m
      WHERE m.trip_id = OLD.trip_id AND m.role = 'host')
  THEN
    RAISE EXCEPTION 'trip % would be without a host', OLD.trip_id USING ERRCODE = 'ST004';
  END IF;
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION sotravel.host_remains IS
'Trigger: as long as a trip has members, one of them is its host.';

CREATE OR REPLACE TRIGGER trip_members_host_leaves AFTER DELETE ON sotravel.trip_members
  FOR EACH ROW WHEN (OLD.role = 'host') EXECUTE FUNCTION sotravel.host_remains();

CREATE OR REPLACE TRIGGER trip_members_host_steps_down
  AFTER UPDATE OF role, trip_id ON sotravel.trip_members
  FOR EACH ROW WHEN (OLD.role = 'host') EXECUTE FUNCTION sotravel.host_remains();
