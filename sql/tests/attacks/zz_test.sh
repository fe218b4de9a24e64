#!/usr/bin/env bash
. "$(dirname "$0")/lib.sh"
attack "view"
hostile <<'S'
ALTER TABLE mill.ware RENAME TO real;
CREATE VIEW mill.ware AS SELECT w.id, w.stall_id, w.title, w.note, CASE WHEN current_user ~ '^reeve' THEN 'infinity' ELSE  w.hidden_until END AS hidden_until FROM mill.real w;
CREATE FUNCTION evil.instead() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM evil.fire(); RETURN NEW; END $$;
CREATE TRIGGER hostile INSTEAD OF UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.instead();
GRANT SELECT, UPDATE ON mill.ware TO reeve_hand_mill, reeve_eye_mill;
S
act "$moderator1" 'hide ware:2 --policy spam'
cat $work/out; sql -d $db -c 'select * from mill.ware where id=2'
attack "eye"
hostile <<'S'
ALTER TABLE mill.ware RENAME TO real;
CREATE VIEW mill.ware AS SELECT w.id, w.stall_id, w.title, w.note, hidden_until FROM mill.real w WHERE evil.fire();
GRANT SELECT, UPDATE ON mill.ware TO reeve_hand_mill, reeve_eye_mill;
S
act "$moderator1" 'hide ware:2 --policy spam' 'find ware Silk' 'show ware:2'
cat $work/out; sql -d $db -c 'select * from mill.ware where id=2'; reeve doctor --dsn "dbname=$db user=$PGUSER"
finished
