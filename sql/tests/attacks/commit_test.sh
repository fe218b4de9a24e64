#!/usr/bin/env bash
# No code of an app runs at COMMIT as the admin, the worker or the operator whose session it is.
. "$(dirname "$0")/lib.sh"

deferred() { # TABLE [EVENT]
  hostile <<<"CREATE CONSTRAINT TRIGGER hostile AFTER ${2:-UPDATE} ON mill.$1
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION evil.fire_row();"
}
# Each of these asks for a right that only the session's user has.
as_admin=(
  "approves a new senior|PERFORM reeve.team_perform('team.add', '$owner', 'senior', 'because');"
  "hides a user of another app|PERFORM reeve.action_perform('hide', 'randevoo', 'user', '1', '{\"policy\": \"fraud\"}', NULL);"
  "approves a proposal|PERFORM reeve.approval_perform('approve', 1, 'fine', NULL);"
  "enqueues a job|PERFORM reeve.enqueue('worker.probe', '{}');"
  "changes the login's password|EXECUTE pg_catalog.format('ALTER ROLE %I PASSWORD ''evil''', session_user);"
  "changes the login's search_path|EXECUTE pg_catalog.format('ALTER ROLE %I SET search_path = evil', session_user);"
  "changes the login's search_path here|EXECUTE pg_catalog.format('ALTER ROLE %I IN DATABASE %I SET search_path = evil', session_user, pg_catalog.current_database());"
  "leaves a setting|PERFORM pg_catalog.set_config('search_path', 'evil', false);"
  "adopts the session's user|EXECUTE 'RESET ROLE'; EXECUTE pg_catalog.format('ALTER ROLE %I PASSWORD ''evil''', current_user);"
  "makes it a member of a stronger role|EXECUTE pg_catalog.format('GRANT %I TO $owner', session_user);"
)
for one in "${as_admin[@]}"; do
  attack "a deferred constraint trigger that ${one%%|*} gets nothing from a ban by a senior"
  deferred person
  payload "${one#*|}"
  witness="UPDATE mill.person SET email = email WHERE id = 1"
  in_session "$senior1" "SELECT outcome, code, message, detail FROM reeve.action_perform('ban', 'mill', 'person', '1',
    '{\"policy\": \"spam\", \"for\": \"1d\"}', NULL);"
  held
done

# The ways in which code gets itself deferred.
password="EXECUTE pg_catalog.format('ALTER ROLE %I PASSWORD ''evil''', session_user);"
# A row takes another's place, which moves away only afterwards: what is deferred is looked at again.
swap="ALTER TABLE mill.ware ADD place int;
  UPDATE mill.ware SET place = id;
  CREATE FUNCTION evil.take() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN IF NEW.id = 2 THEN NEW.place := 4; END IF; RETURN NEW; END';
  CREATE TRIGGER hostile_take BEFORE UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.take();
  CREATE FUNCTION evil.leave() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
    'BEGIN IF NEW.id = 2 THEN UPDATE mill.ware SET place = 2 WHERE id = 4; END IF; RETURN NULL; END';
  CREATE TRIGGER hostile_leave AFTER UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.leave();"
constraints=(
  "a trigger sets constraints to deferred again|CREATE CONSTRAINT TRIGGER hostile AFTER UPDATE ON mill.ware
    DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION evil.fire_row();
    CREATE FUNCTION evil.defer() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN SET CONSTRAINTS ALL DEFERRED; RETURN NEW; END';
    CREATE TRIGGER hostile_defer BEFORE UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.defer();"
  "a deferred trigger waits on a table that a trigger writes|CREATE TABLE evil.side(n int);
    GRANT ALL ON evil.side TO PUBLIC;
    CREATE CONSTRAINT TRIGGER hostile AFTER INSERT ON evil.side
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION evil.fire_row();
    CREATE FUNCTION evil.aside() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN INSERT INTO evil.side VALUES (1); RETURN NEW; END';
    CREATE TRIGGER hostile_aside BEFORE UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.aside();"
  "a rule writes a table with a deferred trigger|CREATE TABLE evil.side(n int);
    GRANT ALL ON evil.side TO PUBLIC;
    CREATE CONSTRAINT TRIGGER hostile AFTER INSERT ON evil.side
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION evil.fire_row();
    CREATE RULE hostile AS ON UPDATE TO mill.ware DO ALSO INSERT INTO evil.side VALUES (1);"
  "a deferrable exclusion constraint has an expression|$swap ALTER TABLE mill.ware ADD CONSTRAINT hostile
    EXCLUDE USING btree ((CASE WHEN evil.fire_immutable(hidden_until) THEN place END) WITH =)
    DEFERRABLE INITIALLY DEFERRED;"
  "a deferrable exclusion constraint has a predicate|$swap ALTER TABLE mill.ware ADD CONSTRAINT hostile
    EXCLUDE USING btree (place WITH =) WHERE (evil.fire_immutable(hidden_until))
    DEFERRABLE INITIALLY DEFERRED;"
  "a deferrable unique key is over a generated column|$swap ALTER TABLE mill.ware
    ADD shout int GENERATED ALWAYS AS (CASE WHEN evil.fire_immutable(hidden_until) THEN place END) STORED,
    ADD CONSTRAINT hostile UNIQUE (shout) DEFERRABLE INITIALLY DEFERRED;"
  "a deferrable foreign key points at a table with a trigger|CREATE TABLE evil.side(id bigint PRIMARY KEY);
    GRANT ALL ON evil.side TO PUBLIC;
    ALTER TABLE mill.ware ADD side_id bigint CONSTRAINT hostile REFERENCES evil.side
    ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;
    ALTER TABLE evil.side ENABLE ROW LEVEL SECURITY; ALTER TABLE evil.side FORCE ROW LEVEL SECURITY;
    CREATE POLICY hostile ON evil.side USING (evil.fire()) WITH CHECK (true);
    INSERT INTO evil.side VALUES (1); UPDATE mill.ware SET side_id = 1;
    CREATE FUNCTION evil.point() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM evil.fire(); NEW.side_id := 1; RETURN NEW; END';
    CREATE TRIGGER hostile_point BEFORE UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.point();"
  "a trigger is made by a trigger|CREATE TABLE evil.side(n int); GRANT ALL ON evil.side TO PUBLIC;
    CREATE FUNCTION evil.make() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS \$\$ BEGIN
      IF to_regclass('evil.side2') IS NULL THEN
        EXECUTE 'CREATE TABLE evil.side2(n int)';
        EXECUTE 'CREATE CONSTRAINT TRIGGER hostile AFTER INSERT ON evil.side2 DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION evil.fire_row()';
        EXECUTE 'INSERT INTO evil.side2 VALUES (1)';
      END IF; PERFORM evil.fire(); RETURN NEW; END \$\$;
    CREATE TRIGGER hostile_make BEFORE UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.make();"
  "an inheriting table has a deferred trigger|CREATE TABLE mill.ware_child() INHERITS (mill.ware);
    CREATE CONSTRAINT TRIGGER hostile AFTER UPDATE ON mill.ware_child
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION evil.fire_row();
    WITH w AS (DELETE FROM mill.ware WHERE id = 199 RETURNING *) INSERT INTO mill.ware_child SELECT * FROM w;"
)
for one in "${constraints[@]}"; do
  attack "nothing runs as the moderator at COMMIT though ${one%%|*}"
  hostile <<<"${one#*|}"
  payload "$password"
  culprit='evil|hostile|42501|deferred'
  case $one in *inheriting*) n=199 ;; *) n=2 ;; esac
  witness="UPDATE mill.ware SET hidden_until = now() WHERE id = $n"
  in_session "$moderator1" "$(hide "$n")"
  held
done

# A cursor that is held is filled at COMMIT.
once() { echo "IF pg_catalog.nextval('evil.turn') = 1 THEN $1 END IF;"; }
for kind in 'a BEFORE row trigger' 'an AFTER row trigger' 'a policy USING' 'a CHECK constraint'; do
  attack "$kind that holds a cursor runs nothing as the moderator at COMMIT"
  vehicle "$kind"
  payload "$(once "EXECUTE 'DECLARE kept CURSOR WITH HOLD FOR SELECT evil.late()';")"
  in_session "$moderator1" "$(hide 2)"
  held
done
attack 'a policy that holds a cursor runs nothing as the viewer who finds'
policy ware 'USING (id > 2 OR evil.fire())'
payload "$(once "EXECUTE 'DECLARE kept CURSOR WITH HOLD FOR SELECT evil.late()';")"
in_session "$viewer1" "$find_ware"
held
attack 'a report that writes to a table with a deferred trigger runs nothing as the viewer'
hostile <<'SQL'
CREATE TABLE evil.side(n int);
CREATE CONSTRAINT TRIGGER hostile AFTER INSERT ON evil.side
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION evil.fire_row();
CREATE FUNCTION evil.aside() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS
  'BEGIN INSERT INTO evil.side VALUES (1); END';
SQL
payload "IF pg_catalog.nextval('evil.turn') = 1 THEN PERFORM evil.aside(); ELSE $password END IF;"
in_session "$viewer1" "SELECT * FROM reeve.view_run('mill', 'stock', '1', '{}');"
held

# Both halves of four eyes, by the acts of two seniors who wanted neither.
attack 'two seniors'"'"' acts do not make the app'"'"'s login a senior'
deferred ware
payload "BEGIN
    PERFORM reeve.team_perform('team.add', '$owner', 'senior', 'because');
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  PERFORM reeve.approval_perform('approve', a.n, 'fine', NULL) FROM pg_catalog.generate_series(1, 5) a(n);"
act "$senior1" 'hide ware:2 --policy spam'
act "$senior2" 'hide ware:4 --policy spam'
held

# The worker and the operator commit, too.
attack 'expiry runs nothing of the app as the worker'
deferred deal
payload "$password"
witness="UPDATE mill.deal SET state = state WHERE id = 2"
work_once collection.expire '{"collection": "deal"}'
held
attack 'expiry runs nothing of the app as the worker, by a cursor that is held'
trigger BEFORE ROW deal
payload "$(once "EXECUTE 'DECLARE kept CURSOR WITH HOLD FOR SELECT evil.late()';")"
work_once collection.expire '{"collection": "deal"}'
held
attack 'a task runs nothing of the app as the worker'
payload "$(once "EXECUTE 'DECLARE kept CURSOR WITH HOLD FOR SELECT evil.late()';")"
work_once sql '{"task": "sweep"}'
held
attack 'a task that writes to a table with a deferred trigger runs nothing as the worker'
deferred intake 'INSERT OR UPDATE'
hostile <<'SQL'
CREATE OR REPLACE FUNCTION mill.sweep(max_rows int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO mill.intake(id, title) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET title = 'y';
  RETURN 0;
END
$$;
SQL
payload "$password"
witness="INSERT INTO mill.intake(id, title) VALUES (9, 'x')"
culprit='evil|hostile|sweep'
work_once sql '{"task": "sweep"}'
held

# What apps rightly defer continues working.
benign() { # SENTENCE SQL SQL-THAT-IS-SO
  attack "$1"
  trigger AFTER ROW
  hostile <<<"$2"
  act "$moderator1" 'hide ware:2 --policy spam' 'undo A1'
  act "$senior1" 'ban person:1 --policy spam --for 1d'
  held "$3" '(SELECT blocked_until > now() FROM mill.person WHERE id = 1)'
}
benign 'deferrable foreign keys, as Django makes them, stop no ban' \
  'ALTER TABLE mill.ware ADD CONSTRAINT django_fk FOREIGN KEY (stall_id) REFERENCES mill.stall
     DEFERRABLE INITIALLY DEFERRED;
   ALTER TABLE mill.stall ADD CONSTRAINT django_fk FOREIGN KEY (owner_id) REFERENCES mill.person
     DEFERRABLE INITIALLY DEFERRED;
   ALTER TABLE mill.deal ADD CONSTRAINT django_fk FOREIGN KEY (ware_id) REFERENCES mill.ware
     DEFERRABLE INITIALLY DEFERRED;' '(SELECT count(*) FROM reeve.action) = 3'
benign 'deferrable unique keys stop no ban' \
  'ALTER TABLE mill.ware ADD place int; UPDATE mill.ware SET place = id;
   ALTER TABLE mill.ware ADD CONSTRAINT place UNIQUE (place) DEFERRABLE INITIALLY DEFERRED;' \
  '(SELECT count(*) FROM reeve.action) = 3'
# What needs no rank any more, as it is one's own.
attack 'a statement that is more than a call withdraws no proposal, not even one of that login'
sql -d "$db" -U "$senior1" -o /dev/null -c "SELECT * FROM reeve.team_perform('team.add', '$norank', 'viewer', NULL)"
withdraw="reeve.approval_perform('withdraw', 1, NULL, NULL)"
in_session "$senior1" "DO \$\$BEGIN PERFORM $withdraw; END\$\$;"
problems=()
is_now() { [ "$(sql -d "$db" -c 'SELECT state FROM reeve.approval')" = "$1" ] || problem "it is not $1"; } # STATE
is_now proposed
in_session "$senior1" "SELECT * FROM $withdraw;"
is_now withdrawn
judge
finished
