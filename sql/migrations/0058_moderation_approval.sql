-- A name is not a login: it can be given to another one while a proposal waits.
ALTER TABLE reeve.approval ADD COLUMN role_oid oid;

COMMENT ON COLUMN reeve.approval.role_oid IS
  'The role that proposed it, whatever it is called now; NULL for proposals of 0.2.0 and before.';

CREATE OR REPLACE FUNCTION reeve.approval_person() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.role_oid := (SELECT r.oid FROM pg_roles r WHERE r.rolname = NEW.proposed_by);
  END IF;
  -- An update may only add: a link that is gone by now counts as long as the proposal waits.
  NEW.proposers := ARRAY(
    SELECT u FROM unnest(reeve.person_logins(NEW.proposed_by, NEW.proposed_at)) u
    UNION SELECT NEW.proposed_by
    UNION SELECT r.rolname FROM pg_roles r WHERE r.oid = NEW.role_oid
    UNION SELECT u FROM unnest(CASE TG_OP WHEN 'UPDATE' THEN OLD.proposers END) u
    ORDER BY 1);
  RETURN NEW;
END
$$;
