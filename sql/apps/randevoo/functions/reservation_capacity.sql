CREATE OR REPLACE FUNCTION randevoo.reservation_capacity() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  entered bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    entered := array(SELECT n.id FROM after n WHERE n.state IN ('pending', 'approved'));
  ELSIF EXISTS (SELECT FROM after n WHERE n.state = 'pending') THEN
    entered := array(SELECT n.id FROM after n JOIN before o ON o.id = n.id
      WHERE o.state = 'held' AND n.state = 'pending');
  END IF;
  IF cardinality(entered) > 0 THEN
    PERFORM randevoo.reservation_fits(entered);
  END IF;
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_capacity() IS
'Trigger: whoever writes, no slot is oversold; checks what became pending or approved, at once for
the whole statement.';

CREATE OR REPLACE TRIGGER reservations_capacity_new AFTER INSERT ON randevoo.reservations
  REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION randevoo.reservation_capacity();

CREATE OR REPLACE TRIGGER reservations_capacity_back AFTER UPDATE ON randevoo.reservations
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION randevoo.reservation_capacity();
