#!/usr/bin/env bash
# By the old name, policies ask for the rows that triggers make of what is written, as those of the table did: what
# was refused is refused with the same SQLSTATE, and what worked works.
set -uo pipefail
cd "$(dirname "$0")/../../.."
app=pol
. sql/tests/fixtures/app.sh
open_app <<SQL
CREATE TABLE pol.note(id int PRIMARY KEY, tenant text NOT NULL, word text, UNIQUE (tenant, word));
CREATE TABLE pol2.note(id int PRIMARY KEY, tenant text NOT NULL, word text, UNIQUE (tenant, word));
INSERT INTO pol.note VALUES (1, 'ann', 'a'), (2, 'bob', 'b'), (3, 'ann', 'c');
CREATE FUNCTION pol.made() RETURNS trigger LANGUAGE plpgsql AS \$\$
BEGIN
  IF NEW.word = 'stop' THEN
    RAISE EXCEPTION 'no' USING ERRCODE = 'TT001';
  END IF;
  NEW.tenant := coalesce(NEW.tenant, pg_catalog.current_setting('pol.tenant', TRUE));
  NEW.word := pg_catalog.lower(NEW.word);
  RETURN NEW;
END \$\$;
CREATE TRIGGER made BEFORE INSERT OR UPDATE ON pol.note FOR EACH ROW EXECUTE FUNCTION pol.made();
CREATE TRIGGER made BEFORE INSERT OR UPDATE ON pol2.note FOR EACH ROW EXECUTE FUNCTION pol.made();
GRANT SELECT, INSERT, UPDATE ON pol.note TO $clerk;
ALTER TABLE pol.note ENABLE ROW LEVEL SECURITY;
ALTER TABLE pol2.note ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON pol.note TO $clerk USING (tenant = current_setting('pol.tenant', TRUE))
  WITH CHECK (tenant = current_setting('pol.tenant', TRUE) AND word NOT IN ('bad', 'stop'));
CREATE POLICY reeve_copies ON pol.note TO reeve_writer_pol USING (TRUE) WITH CHECK (TRUE);
CREATE POLICY reeve_copies ON pol2.note TO reeve_writer_pol USING (TRUE) WITH CHECK (TRUE);
SQL
mapping note id id tenant tenant word word >"$work/note.yaml"
run -d "$db" <<SQL
SET ROLE $owner;
CREATE TABLE pol.mail(id int PRIMARY KEY, is_read boolean); CREATE TABLE pol2.mail(LIKE pol.mail INCLUDING ALL);
INSERT INTO pol.mail VALUES (1, TRUE), (2, TRUE), (3, TRUE);
GRANT SELECT, INSERT, UPDATE ON pol.mail TO $clerk;
ALTER TABLE pol.mail ENABLE ROW LEVEL SECURITY; ALTER TABLE pol2.mail ENABLE ROW LEVEL SECURITY;
CREATE POLICY reads ON pol.mail FOR SELECT TO $clerk USING (id > 1 AND is_read);
CREATE POLICY writes ON pol.mail FOR INSERT TO $clerk WITH CHECK (TRUE);
CREATE POLICY reeve_copies ON pol.mail TO reeve_writer_pol USING (TRUE) WITH CHECK (TRUE);
CREATE POLICY reeve_copies ON pol2.mail TO reeve_writer_pol USING (TRUE) WITH CHECK (TRUE);
SQL
mapping mail id id is_read is_read >"$work/mail.yaml"

# Sentence and statement of the tenant ann.
cases=(
  'a row that a trigger completes is accepted' "INSERT INTO pol.note(id, word) VALUES (10, 'x')"
  'a row that a trigger makes a forbidden one is refused' "INSERT INTO pol.note VALUES (10, 'ann', 'BAD')"
  'an update that a trigger makes a forbidden one is refused' "UPDATE pol.note SET word = 'BAD' WHERE id = 1"
  'a trigger refuses a row before the policies do' "INSERT INTO pol.note VALUES (10, 'ann', 'stop')"
  'a trigger refuses an update before the policies do' "UPDATE pol.note SET word = 'stop' WHERE id = 1"
  'a row of another tenant is refused' "INSERT INTO pol.note VALUES (10, 'bob', 'new')"
  'so is one that the other tenant has, in the same words' "INSERT INTO pol.note VALUES (10, 'bob', 'b')"
  'so is an update to one that the other tenant has' "UPDATE pol.note SET tenant = 'bob', word = 'b' WHERE id = 1"
  'a duplicate of an own row is one' "INSERT INTO pol.note VALUES (10, 'ann', 'c')"
  'a row of another tenant is not found' "UPDATE pol.note SET word = 'd' WHERE id = 2")
outcomes() {
  local place
  for ((place = 1; place < ${#cases[@]}; place += 2)); do
    printf '%s\n' '\set VERBOSITY sqlstate' "BEGIN; SET LOCAL pol.tenant = 'ann';" "${cases[place]} RETURNING *;" |
      psql -XqAt -d "$db" -U "$clerk" 2>&1 | paste -sd ' '
  done
}
mapfile -t before < <(outcomes)
ok 'a copy with row security follows' migrate start note
ok 'it is verified' migrate verify note
ok 'it is cut over' migrate cutover note
mapfile -t after < <(outcomes)
for ((place = 0; place < ${#before[@]}; place++)); do
  is "${cases[2 * place]}" "${after[place]}" "${before[place]}"
done
is 'the statements have the outcomes that they say' "${before[*]//ERROR:  }" \
  '10|ann|x 42501 42501 TT001 TT001 42501 42501 42501 23505 '
ok 'it is rolled back' migrate rollback note

hidden() { run -d "$db" -U "$clerk" -c '\set VERBOSITY sqlstate' -c 'BEGIN' -c "INSERT INTO pol.mail VALUES (9, FALSE)$1" 2>&1; }
is 'the table takes a row that its writer may not read' "$(hidden '')" ''
is 'but does not return it' "$(hidden ' RETURNING id')" 'ERROR:  42501'
ok 'a copy of it is planned' migrate plan mail
like 'the plan says that the old name returns it' "$(<"$work/told")" 'pol.mail: INSERT … RETURNING .* where the table refuses it .42501.'
ok 'the copy follows' migrate start mail
ok 'is verified' migrate verify mail
ok 'a rehearsal of its cutover succeeds' migrate cutover mail --rehearse
like 'and says so, too' "$(<"$work/told")" 'INSERT … RETURNING on pol.mail: .*42501. → works'
ok 'it is cut over' migrate cutover mail
is 'the old name takes such a row' "$(hidden '')" ''
is 'and returns it' "$(hidden ' RETURNING id')" 9
ok 'it is rolled back, too' migrate rollback mail
is 'nothing of the old name'"'"'s view is left' "$(run -d "$db" -c "SELECT count(*) FROM pg_proc WHERE proname ~ '^reeve_(allow|write)'")" 0
checked
