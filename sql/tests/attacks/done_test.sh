#!/usr/bin/env bash
# "Done" is said only of what is so: a trigger, rule or policy that undoes what was written ends in
# a refusal that names it.
. "$(dirname "$0")/lib.sh"

# Judges an act on one thing: it is done and so, or it is refused and names the culprit.
honest() { # CONDITION-THAT-HOLDS-IF-DONE [COMMANDS-BY-THE-RECORD]
  local so ran
  problems=()
  so=$(sql -d "$db" -c "SELECT coalesce(($1), false)")
  ran=$(number ran)
  if [ "$status" -eq 0 ] && [ "$so" != t ]; then problem "done, exit 0, but not so: $1"; fi
  if [ "$status" -ne 0 ] && ! grep -Eq "$culprit" "$work/out"; then problem 'the refusal names nobody'; fi
  if [ "$status" -ne 0 ] &&
    [ "$(sql -d "$db" -c "SELECT count(*) FROM reeve.command WHERE kind IN ('ban', 'hide') AND outcome = 'done'")" != 0 ]; then
    problem 'refused, but done on the record'
  fi
  [ "$status" -ne 3 ] && [ "$status" -ne 124 ] || problem "exit $status"
  [ "$ran" != 0 ] || { grep -Eq "$culprit" "$work/out" || problem 'the hostile code did not run'; }
  [ -z "$(sql -d "$db" -c "SELECT last_value::regrole FROM evil.as_other WHERE is_called")" ] ||
    problem 'its code ran as somebody else'
  judge
}

lies() { # SENTENCE SQL SUBJECT CONDITION [NAME-OF-THE-CULPRIT]
  attack "$1"
  hostile <<<"$2"
  culprit=${5:-hostile}
  case $3 in
    person:*) act "$moderator1" "ban $3 --policy spam --for 1d" ;;
    *) act "$moderator1" "hide $3 --policy spam" ;;
  esac
  honest "$4"
}
body() { # NAME STATEMENTS RETURN
  echo "CREATE FUNCTION evil.$1() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS \$b\$
    BEGIN PERFORM evil.seen(); $2 RETURN $3; END \$b\$;"
}
ware2='SELECT hidden_until > now() FROM mill.ware WHERE id = 2'
nobody='NOT EXISTS (SELECT FROM mill.ware WHERE id = 2 AND (hidden_until > now()) IS NOT TRUE)'

lies 'a BEFORE trigger that resets NEW gets no "done"' \
  "$(body lie 'NEW.hidden_until := OLD.hidden_until;' NEW)
   CREATE TRIGGER hostile BEFORE UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.lie();" \
  ware:2 "$ware2"
lies 'a BEFORE trigger that sets an earlier end gets no "done"' \
  "$(body lie "NEW.hidden_until := now() + interval '1 second';" NEW)
   CREATE TRIGGER hostile BEFORE UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.lie();" \
  ware:2 "SELECT hidden_until = 'infinity' FROM mill.ware WHERE id = 2"
lies 'a BEFORE trigger that returns NULL gets no "done"' \
  "$(body lie '' NULL)
   CREATE TRIGGER hostile BEFORE UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.lie();" \
  ware:2 "$ware2"
lies 'an AFTER trigger that takes the hiding back gets no "done"' \
  "$(body lie 'UPDATE mill.ware SET hidden_until = NULL WHERE id = NEW.id AND hidden_until IS NOT NULL;' NULL)
   CREATE TRIGGER hostile AFTER UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.lie();" \
  ware:2 "$ware2"
lies 'an AFTER statement trigger that takes the hiding back gets no "done"' \
  "$(body lie 'IF pg_trigger_depth() < 2 THEN UPDATE mill.ware SET hidden_until = NULL WHERE hidden_until IS NOT NULL; END IF;' NULL)
   CREATE TRIGGER hostile AFTER UPDATE ON mill.ware FOR EACH STATEMENT EXECUTE FUNCTION evil.lie();" \
  ware:2 "$ware2"
lies 'a deferred trigger that takes the hiding back at COMMIT gets no "done"' \
  "$(body lie 'UPDATE mill.ware SET hidden_until = NULL WHERE id = NEW.id AND hidden_until IS NOT NULL;' NULL)
   CREATE CONSTRAINT TRIGGER hostile AFTER UPDATE ON mill.ware DEFERRABLE INITIALLY DEFERRED
   FOR EACH ROW EXECUTE FUNCTION evil.lie();" ware:2 "$ware2"
lies 'a trigger of another table that a trigger writes takes nothing back behind "done"' \
  "CREATE TABLE evil.side(id bigint);
   $(body lie 'INSERT INTO evil.side VALUES (NEW.id);' NULL)
   CREATE TRIGGER hostile AFTER UPDATE OF hidden_until ON mill.ware FOR EACH ROW WHEN (NEW.hidden_until IS NOT NULL)
   EXECUTE FUNCTION evil.lie();
   $(body lie_side 'UPDATE mill.ware SET hidden_until = NULL WHERE id = NEW.id;' NULL)
   CREATE CONSTRAINT TRIGGER hostile_side AFTER INSERT ON evil.side DEFERRABLE INITIALLY DEFERRED
   FOR EACH ROW EXECUTE FUNCTION evil.lie_side();" ware:2 "$ware2" 'hostile|42501|deferred'
lies 'an AFTER trigger that deletes the row gets no "done"' \
  "$(body lie 'DELETE FROM mill.deal WHERE ware_id = NEW.id; DELETE FROM mill.ware WHERE id = NEW.id;' NULL)
   CREATE TRIGGER hostile AFTER UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.lie();" \
  ware:2 "$ware2"
lies 'an AFTER trigger that moves the row to another key gets no "done"' \
  "$(body lie 'DELETE FROM mill.deal; UPDATE mill.ware SET id = 9002, hidden_until = NULL WHERE id = 2;' NULL)
   CREATE TRIGGER hostile AFTER UPDATE ON mill.ware FOR EACH ROW WHEN (NEW.id = 2) EXECUTE FUNCTION evil.lie();" \
  ware:2 "$ware2"
lies 'a BEFORE trigger that moves the key gets no "done"' \
  "DELETE FROM mill.deal; $(body lie 'NEW.id := NEW.id + 9000;' NEW)
   CREATE TRIGGER hostile BEFORE UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.lie();" \
  ware:2 "$ware2"
lies 'a trigger that deletes the row and puts another in its place gets no "done"' \
  "$(body lie "DELETE FROM mill.deal; DELETE FROM mill.ware WHERE id = 2;
     INSERT INTO mill.ware(id, stall_id, title) VALUES (2, 1, 'again');" NULL)
   CREATE TRIGGER hostile AFTER UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.lie();" \
  ware:2 "$ware2"
lies 'a rule DO INSTEAD NOTHING gets no "done"' \
  'CREATE RULE hostile AS ON UPDATE TO mill.ware DO INSTEAD NOTHING;' ware:2 "$ware2" 'hostile|"ware"'
lies 'a rule DO INSTEAD for some rows gets no "done"' \
  'CREATE RULE hostile AS ON UPDATE TO mill.ware WHERE OLD.id = 2 DO INSTEAD SELECT evil.seen();' \
  ware:2 "$ware2" 'hostile|"ware"'
lies 'a rule DO ALSO that takes the hiding back gets no "done"' \
  "CREATE FUNCTION evil.undo(which bigint) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS
     'BEGIN PERFORM evil.seen(); UPDATE mill.ware SET hidden_until = NULL WHERE id = which; RETURN TRUE; END';
   CREATE RULE hostile AS ON UPDATE TO mill.ware WHERE NEW.hidden_until IS NOT NULL
   DO ALSO SELECT evil.undo(OLD.id);" ware:2 "$ware2" 'hostile|DO ALSO rules'
lies 'a policy that hides the row once it is hidden gets no "done" for what nobody can read back' \
  "ALTER TABLE mill.ware ENABLE ROW LEVEL SECURITY; ALTER TABLE mill.ware FORCE ROW LEVEL SECURITY;
   CREATE POLICY hostile ON mill.ware USING (evil.seen() AND hidden_until IS NULL) WITH CHECK (TRUE);
   $(body lie 'ALTER TABLE mill.ware NO FORCE ROW LEVEL SECURITY;' NULL)" ware:2 "$ware2" 'hostile|42501|RV006'
lies 'a policy that shows a row that is not there gets no "done"' \
  "$(body lie 'NEW.hidden_until := NULL;' NEW)
   CREATE TRIGGER hostile BEFORE UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.lie();
   ALTER TABLE mill.ware ENABLE ROW LEVEL SECURITY; ALTER TABLE mill.ware FORCE ROW LEVEL SECURITY;
   CREATE POLICY hostile ON mill.ware USING (evil.seen());" ware:2 "$ware2"
# A ban brings down what depends on the person: wares 2, 4, … of stall 1, and person 2's deal.
children='SELECT count(*) = 0 FROM mill.ware w WHERE w.stall_id = 1 AND (w.hidden_until > now()) IS NOT TRUE'
lies 'a trigger that un-hides a child after the ban gets no "done"' \
  "$(body lie 'UPDATE mill.ware SET hidden_until = NULL WHERE id = 4;' NULL)
   CREATE TRIGGER hostile AFTER UPDATE ON mill.ware FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0)
   EXECUTE FUNCTION evil.lie();" person:1 "$children"
attack 'a trigger of the parent that takes a child away does not keep the ban from it'
hostile <<<"$(body lie 'UPDATE mill.ware SET stall_id = 2 WHERE id = 4;' NULL)
  CREATE TRIGGER hostile AFTER UPDATE ON mill.person FOR EACH ROW EXECUTE FUNCTION evil.lie();"
act "$moderator1" 'ban person:1 --policy spam --for 1d'
culprit='nobody: it is done'
honest "($children) AND (SELECT stall_id = 2 AND hidden_until > now() FROM mill.ware WHERE id = 4)"
lies 'a trigger that gives the children another parent after the ban gets no "done"' \
  "$(body lie 'UPDATE mill.ware SET stall_id = 2, hidden_until = NULL WHERE id = 4;' NULL)
   CREATE TRIGGER hostile AFTER UPDATE ON mill.ware FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0)
   EXECUTE FUNCTION evil.lie();" person:1 "SELECT hidden_until > now() FROM mill.ware WHERE id = 4"
lies 'a trigger of a later effect that un-bans the person gets no "done"' \
  "$(body lie 'UPDATE mill.person SET blocked_until = NULL WHERE id = 1;' NULL)
   CREATE TRIGGER hostile AFTER UPDATE ON mill.ware FOR EACH STATEMENT EXECUTE FUNCTION evil.lie();" \
  person:1 'SELECT blocked_until > now() FROM mill.person WHERE id = 1'
lies 'a trigger that sets what the ban set to something else gets no "done"' \
  "$(body lie "NEW.state := 'open';" NEW)
   CREATE TRIGGER hostile BEFORE UPDATE ON mill.deal FOR EACH ROW EXECUTE FUNCTION evil.lie();" \
  person:2 "SELECT count(*) = 0 FROM mill.deal WHERE buyer_id = 2 AND state = 'open'"
lies 'a trigger that deletes children gets no "done"' \
  "$(body lie 'DELETE FROM mill.deal; DELETE FROM mill.ware WHERE id = 4;' NULL)
   CREATE TRIGGER hostile AFTER UPDATE ON mill.ware FOR EACH STATEMENT EXECUTE FUNCTION evil.lie();" \
  person:1 "SELECT hidden_until > now() FROM mill.ware WHERE id = 4"

# Undo, batches and the worker.
attack 'a trigger that keeps a row hidden gets no "done" from undo'
hostile <<<"$(body lie 'NEW.hidden_until := coalesce(NEW.hidden_until, OLD.hidden_until);' NEW)
  CREATE TRIGGER hostile BEFORE UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.lie();"
act "$moderator1" 'hide ware:2 --policy spam'
act "$moderator1" 'undo A1'
problems=()
[ "$(number ran)" != 0 ] || problem 'the hostile code did not run'
if [ "$(sql -d "$db" -c "$ware2")" = t ] && [ "$status" = 0 ] && ! grep -q 'hostile' "$work/out"; then
  problem 'undo said done, exit 0, and the row is hidden'
fi
judge

attack 'a trigger that resets NEW gets no "done" from a batch'
hostile <<<"$(body lie 'NEW.hidden_until := NULL;' NEW)
  CREATE TRIGGER hostile BEFORE UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.lie();"
wares=$(seq -s , -f 'ware:%.0f' 1 150)
act "$moderator1" "select @many $wares" 'hide @many --policy spam'
done=$status
act "$moderator1" 'batch B1'
status=$done
honest 'SELECT count(*) = 150 FROM mill.ware WHERE hidden_until > now()'

attack 'a trigger that resets NEW gets no end of a stale deal on the record'
hostile <<<"$(body lie 'NEW.state := OLD.state;' NEW)
  CREATE TRIGGER hostile BEFORE UPDATE ON mill.deal FOR EACH ROW EXECUTE FUNCTION evil.lie();"
work_once collection.expire '{"collection": "deal"}'
problems=()
[ "$(number ran)" != 0 ] || problem 'the hostile code did not run'
[ "$(sql -d "$db" -c "SELECT count(*) FROM reeve.command WHERE kind = 'expire' AND outcome = 'done'")" = 0 ] ||
  problem 'the expiry is on the record as done, and the deal is open'
judge

attack 'a view that takes the name of a renamed table gets no "done"'
hostile <<<"ALTER TABLE mill.ware RENAME TO ware_hostile;
  CREATE VIEW mill.ware AS SELECT * FROM mill.ware_hostile;
  $(body swallow '' NEW)
  CREATE TRIGGER hostile INSTEAD OF UPDATE ON mill.ware
    FOR EACH ROW EXECUTE FUNCTION evil.swallow();
  GRANT ALL ON mill.ware TO reeve_access;"
act "$moderator1" 'hide ware:2 --policy spam'
culprit='not the table that the catalog was applied to'
honest 'SELECT hidden_until > now() FROM mill.ware_hostile WHERE id = 2'
finished
