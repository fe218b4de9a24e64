-- Who counts as one person, which role a member is, and locks that only Reeve can take.

-- A role is its oid: one that was dropped and made anew under the same name is somebody else. An
-- oid means something only in its own cluster, so the cluster is kept with it.
ALTER TABLE reeve.member ADD COLUMN role_oid oid, ADD COLUMN system_id bigint;

COMMENT ON COLUMN reeve.member.role_oid IS
  'The role that the rank was given to; NULL = there was none of that name, and the row gives no '
  'rank.';

COMMENT ON COLUMN reeve.member.system_id IS
  'System identifier of the cluster that role_oid belongs to.';

CREATE FUNCTION reeve.member_bind() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF NEW.role_oid IS NULL THEN
    NEW.role_oid := (SELECT r.oid FROM pg_roles r WHERE r.rolname = NEW.role_name);
    NEW.system_id := (SELECT c.system_identifier FROM pg_control_system() c);
  END IF;
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION reeve.member_bind() IS
  'Binds a new member to the role that has the name now; a row that comes with an oid, as from a '
  'dump, keeps it.';

CREATE TRIGGER member_bind BEFORE INSERT ON reeve.member
FOR EACH ROW EXECUTE FUNCTION reeve.member_bind();

UPDATE reeve.member m SET role_oid = r.oid, system_id = c.system_identifier
FROM pg_roles r, pg_control_system() c
WHERE r.rolname = m.role_name;

-- Links that were taken away still count for a day, and for proposals made before.
CREATE TABLE reeve.member_subject_past(
  past_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT member_subject_past_pkey PRIMARY KEY,
  collection_id int NOT NULL
    CONSTRAINT member_subject_past_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  role_name text NOT NULL,
  added_by text NOT NULL,
  added_at timestamptz NOT NULL,
  removed_by text NOT NULL,
  removed_at timestamptz NOT NULL
);

COMMENT ON TABLE reeve.member_subject_past IS
  'Links of member_subject that were changed or removed; see person_logins.';

CREATE INDEX member_subject_past_removed ON reeve.member_subject_past(removed_at);

CREATE FUNCTION reeve.member_subject_keep() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  INSERT INTO reeve.member_subject_past(
    collection_id, key, role_name, added_by, added_at, removed_by, removed_at)
  VALUES (OLD.collection_id, OLD.key, OLD.role_name, OLD.added_by, OLD.added_at, session_user,
    clock_timestamp());
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.member_subject_keep() IS
  'Keeps a link of member_subject that is changed or removed.';

CREATE TRIGGER member_subject_keep AFTER UPDATE OR DELETE ON reeve.member_subject
FOR EACH ROW EXECUTE FUNCTION reeve.member_subject_keep();

-- The proposer as a person, so that a constraint can say who may not approve.
ALTER TABLE reeve.approval ADD COLUMN proposers text[];

UPDATE reeve.approval a SET proposers = ARRAY[a.proposed_by];

ALTER TABLE reeve.approval ALTER COLUMN proposers SET NOT NULL;

COMMENT ON COLUMN reeve.approval.proposers IS
  'The proposer''s logins: those that were one person with proposed_by at any time from a day '
  'before the proposal to the decision.';

CREATE FUNCTION reeve.approval_person() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- An update may only add: a link that is gone by now counts as long as the proposal waits.
  NEW.proposers := ARRAY(
    SELECT u FROM unnest(reeve.person_logins(NEW.proposed_by, NEW.proposed_at)) u
    UNION SELECT NEW.proposed_by
    UNION SELECT u FROM unnest(CASE TG_OP WHEN 'UPDATE' THEN OLD.proposers END) u
    ORDER BY 1);
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION reeve.approval_person() IS
  'Fills proposers of a proposal that is made or decided.';

CREATE TRIGGER approval_person BEFORE INSERT OR UPDATE ON reeve.approval
FOR EACH ROW EXECUTE FUNCTION reeve.approval_person();

ALTER TABLE reeve.approval DROP CONSTRAINT approval_other_person;

ALTER TABLE reeve.approval ADD CONSTRAINT approval_other_person CHECK (
  state <> 'executed' OR CASE WHEN is_single_handed THEN decided_by = proposed_by
    ELSE decided_by <> ALL (proposers) END);

-- Advisory locks can be taken by every login, and pg_locks shows everybody their keys. Rows of this
-- table can be locked by Reeve's functions only.
CREATE TABLE reeve.turn(
  name text CONSTRAINT turn_pkey PRIMARY KEY
);

COMMENT ON TABLE reeve.turn IS
  'What one transaction at a time may do, by name; see turn_take. A row means nothing until it is '
  'locked.';

INSERT INTO reeve.turn(name) VALUES ('case intake'), ('job delta fold'), ('job partition');
