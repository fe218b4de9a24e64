#!/usr/bin/env bash
# Foreign tables of an app: they lend it nobody's right to connect elsewhere. The other server is
# this one, and its mapping, for everybody, is to a superuser whom PostgreSQL lets in by itself.
. "$(dirname "$0")/lib.sh"
. "$here/operate.sh"

# What lies there counts as whom it was read; the control is that a superuser's own read gets in.
there() {
  sql -d "$db" -o /dev/null <<SQL
CREATE EXTENSION postgres_fdw;
GRANT USAGE ON FOREIGN DATA WRAPPER postgres_fdw TO mill_owner;
SQL
  hostile <<SQL
CREATE FUNCTION evil.look() RETURNS boolean LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.seen(); RETURN TRUE; END';
CREATE VIEW evil.far AS SELECT id, stall_id, title, note, hidden_until FROM mill.whole WHERE evil.look();
CREATE VIEW evil.person AS SELECT id, name, email, blocked_until FROM mill.person WHERE evil.look();
GRANT SELECT, UPDATE ON evil.far, evil.person TO PUBLIC;
CREATE SERVER loop FOREIGN DATA WRAPPER postgres_fdw
  OPTIONS (host '$PGHOST', port '$PGPORT', dbname '$db', use_remote_estimate 'true');
CREATE USER MAPPING FOR PUBLIC SERVER loop OPTIONS (user '$PGUSER');
SQL
}
control() { # TABLE
  local seen
  sql -d "$db" -o /dev/null -c "SELECT count(*) FROM $1"
  seen=$(sql -d "$db" -c "SELECT last_value::regrole FROM evil.as_other WHERE is_called")
  [ "$seen" = "$PGUSER" ] || { echo "# control: nobody gets there"; broken=$((broken + 1)); }
}
culprits='evil|hostile|loop|foreign table'

attack 'a foreign partition of what Reeve acts on connects as nobody'
hostile <<<"ALTER TABLE mill.deal DROP CONSTRAINT deal_ware_id_fkey; ALTER TABLE mill.ware RENAME TO whole;"
there
hostile <<'SQL'
CREATE TABLE mill.ware(LIKE mill.whole INCLUDING DEFAULTS) PARTITION BY RANGE (id);
CREATE TABLE mill.ware_1 PARTITION OF mill.ware(PRIMARY KEY (id)) FOR VALUES FROM (0) TO (100);
INSERT INTO mill.ware SELECT * FROM mill.whole WHERE id < 100;
CREATE FOREIGN TABLE mill.hostile PARTITION OF mill.ware FOR VALUES FROM (100) TO (1000)
SERVER loop OPTIONS (schema_name 'evil', table_name 'far');
SQL
control mill.ware
everything
culprit=$culprits witness="SELECT evil.look()"
held
attack 'a foreign child of what Reeve acts on connects as nobody'
hostile <<<"ALTER TABLE mill.ware RENAME TO whole; ALTER TABLE mill.whole RENAME TO ware;
  CREATE VIEW mill.whole AS SELECT * FROM ONLY mill.ware;"
there
hostile <<'SQL'
CREATE FOREIGN TABLE mill.hostile() INHERITS (mill.ware)
SERVER loop OPTIONS (schema_name 'evil', table_name 'far');
SQL
control mill.hostile
everything
culprit=$culprits witness="SELECT evil.look()"
held
attack 'a foreign table behind a trigger, a policy and a view connects as nobody'
hostile <<<'CREATE VIEW mill.whole AS SELECT * FROM mill.ware;'
there
hostile <<'SQL'
CREATE FOREIGN TABLE evil.hostile(id bigint, note text) SERVER loop OPTIONS (schema_name 'evil', table_name 'far');
GRANT SELECT ON evil.hostile TO PUBLIC;
SQL
vehicle 'an AFTER row trigger'
policy ware 'USING (id > 2 OR evil.fire())'
payload "BEGIN PERFORM id FROM evil.hostile LIMIT 1; EXCEPTION WHEN OTHERS THEN
  RAISE WARNING 'loop: %', SQLERRM; END;"
control evil.hostile
everything
culprit=$culprits
held
attack 'a foreign table that a catalog names is refused by name'
hostile <<<'ALTER TABLE mill.ware RENAME TO whole;'
there
hostile <<<"CREATE FOREIGN TABLE mill.ware(id bigint, stall_id bigint, title text, note text,
  hidden_until timestamptz) SERVER loop OPTIONS (schema_name 'evil', table_name 'far');"
control mill.ware
everything
grep -q 'foreign table' "$work/out" || echo 'the foreign table is not named' >>"$work/session"
culprit=$culprits witness="SELECT evil.look()"
held
finished
