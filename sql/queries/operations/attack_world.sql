-- What attacks through an app's code need, as one script: the schema doctor_attack of the tables'
-- owner, in which code keeps count of how often it ran and as whom. Sequences keep what a rollback
-- undoes. $1 text: the app, empty for a login of none; $2 text: the owner of its tables; $3 text:
-- whose the schema is.
--
-- ran: how often the code ran. as_other: the role as which it ran, if that is neither the owner,
-- nor the app writer, nor the app reader. reached: what it could reach that is not the app's, and
-- how: 1 read, 2 written, 3 called. turn: counts, for whatever an attack wants to do in turn.
SELECT format($world$
CREATE SCHEMA doctor_attack AUTHORIZATION %1$I;
SET LOCAL ROLE %1$I;
GRANT USAGE ON SCHEMA doctor_attack TO PUBLIC;
CREATE SEQUENCE doctor_attack.ran;
CREATE SEQUENCE doctor_attack.as_other;
CREATE SEQUENCE doctor_attack.reached;
CREATE SEQUENCE doctor_attack.how;
CREATE SEQUENCE doctor_attack.turn;
GRANT ALL ON ALL SEQUENCES IN SCHEMA doctor_attack TO PUBLIC;
CREATE FUNCTION doctor_attack.note(object oid, way int) RETURNS void LANGUAGE plpgsql AS $body$
BEGIN
  -- The worst of all, and of these the first.
  IF (SELECT h.is_called AND h.last_value >= way FROM doctor_attack.how h) THEN
    RETURN;
  END IF;
  PERFORM pg_catalog.setval('doctor_attack.reached', object::pg_catalog.int8);
  PERFORM pg_catalog.setval('doctor_attack.how', way);
END
$body$;
CREATE FUNCTION doctor_attack.seen() RETURNS void LANGUAGE plpgsql AS $body$
BEGIN
  PERFORM pg_catalog.nextval('doctor_attack.ran');
  IF current_user::pg_catalog.text OPERATOR(pg_catalog.<>) ALL (%3$L::pg_catalog.text[]) THEN
    PERFORM pg_catalog.setval('doctor_attack.as_other', r.oid::pg_catalog.int8)
    FROM pg_catalog.pg_roles r WHERE r.rolname OPERATOR(pg_catalog.=) current_user;
  END IF;
END
$body$;
CREATE FUNCTION doctor_attack.reach() RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $body$
DECLARE
  t record;
BEGIN
  FOR t IN
    SELECT c.oid, c.oid::regclass AS name, (
        SELECT a.attname FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
          AND a.attidentity <> 'a' AND has_column_privilege(c.oid, a.attnum, 'UPDATE')
        LIMIT 1) AS written,
      has_any_column_privilege(c.oid, 'SELECT') AS may_read,
      has_table_privilege(c.oid, 'INSERT, DELETE, TRUNCATE, TRIGGER') OR
        has_any_column_privilege(c.oid, 'INSERT') AS may_write
    FROM pg_class c
    WHERE c.oid = ANY (%4$L::oid[]) AND has_schema_privilege(c.relnamespace, 'USAGE')
  LOOP
    -- A right is tried without touching a row, so that nothing of the app's runs but its code for
    -- statements.
    BEGIN
      IF t.may_read THEN
        EXECUTE format('SELECT FROM %%s LIMIT 0', t.name);
        PERFORM doctor_attack.note(t.oid, 1);
      END IF;
      IF t.written IS NOT NULL THEN
        EXECUTE format('UPDATE %%s SET %%I = DEFAULT WHERE FALSE', t.name, t.written);
      END IF;
      IF t.may_write OR t.written IS NOT NULL THEN
        PERFORM doctor_attack.note(t.oid, 2);
      END IF;
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END;
  END LOOP;
  -- Functions that lend the rights of a role of Reeve's or of a superuser.
  PERFORM doctor_attack.note(p.oid, 3)
  FROM pg_proc p
  WHERE p.oid = ANY (%5$L::oid[]) AND has_schema_privilege(p.pronamespace, 'USAGE')
    AND has_function_privilege(p.oid, 'EXECUTE');
END
$body$;
CREATE FUNCTION doctor_attack.payload() RETURNS void LANGUAGE plpgsql AS 'BEGIN END';
-- With the rights of the app writer or reader, and with those of the owner.
CREATE FUNCTION doctor_attack.as_owner() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $body$
BEGIN
  PERFORM doctor_attack.seen();
  PERFORM doctor_attack.payload();
END
$body$;
CREATE FUNCTION doctor_attack.fire() RETURNS boolean LANGUAGE plpgsql AS $body$
DECLARE
  stack text;
BEGIN
  PERFORM doctor_attack.seen();
  -- Where nothing stops it, code that acts would run itself until the stack is full.
  GET DIAGNOSTICS stack = PG_CONTEXT;
  IF stack OPERATOR(pg_catalog.~) '(doctor_attack[.]fire[(][)].*){3}' THEN
    RETURN TRUE;
  END IF;
  BEGIN
    PERFORM doctor_attack.payload();
  EXCEPTION WHEN OTHERS THEN
    NULL;
  END;
  BEGIN
    PERFORM doctor_attack.as_owner();
  EXCEPTION WHEN OTHERS THEN
    NULL;
  END;
  RETURN TRUE;
END
$body$;
-- It claims to be immutable, for constraints and indexes.
CREATE FUNCTION doctor_attack.fire_immutable(anyelement) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  -- Not on every row of the table, when it is created.
  RETURN coalesce(pg_catalog.current_setting('doctor_attack.target', TRUE), '') = ''
    OR doctor_attack.fire();
END
$body$;
CREATE FUNCTION doctor_attack.fire_row() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  PERFORM doctor_attack.fire();
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$body$;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA doctor_attack TO PUBLIC;
RESET ROLE;
$world$,
  $3::text, NULL,
  ARRAY[$2::text, reeve.app_role('writer', $1), reeve.app_role('reader', $1)],
  ARRAY(
    -- What is Reeve's, and what is another app's.
    SELECT c.oid
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
      -- Holds nothing: see its comment. Where the chain ends every member may read.
      AND c.oid <> to_regclass('reeve.reeve_written')
      AND ($1 <> '' OR c.oid <> 'reeve.chain_head'::regclass)
      AND pg_get_userbyid(c.relowner) <> $2
      AND (n.nspname ~ '^reeve(_|$)' AND c.relowner = 'reeve_owner'::regrole
        OR EXISTS (
          SELECT FROM reeve.app a
          WHERE a.app <> $1 AND a.owner_name <> $2
            AND (a.schema_name = n.nspname AND a.owner_name = pg_get_userbyid(c.relowner)
              OR c.oid IN (SELECT o.relation FROM reeve.collection o WHERE o.app = a.app))))),
  ARRAY(
    SELECT p.oid
    FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace
    JOIN pg_roles o ON o.oid = p.proowner
    WHERE p.prosecdef AND n.nspname !~ '^(reeve|pg_)' AND n.nspname <> 'information_schema'
      AND o.rolname <> $2 AND (o.rolsuper OR o.rolname ~ '^reeve_')
      -- The public search of an app, which Reeve makes for its logins.
      AND p.prorettype <> 'trigger'::regtype AND NOT EXISTS (
        SELECT FROM pg_depend d
        WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')))
