#!/usr/bin/env bash
# A colleague lends code of an app a SECURITY DEFINER function: there it has the colleague's right to
# call Reeve, in the session, and so in the name, of somebody of a higher rank. It gets nothing by it.
. "$(dirname "$0")/lib.sh"
sql -d "$base" -c "GRANT reeve_app TO $owner" -c "GRANT mill_owner TO $moderator1, $viewer1"

# What LOGIN lends; whatever Reeve says to it, it continues.
lend() { # LOGIN STATEMENTS
  sql -d "$db" -U "$1" -c "CREATE FUNCTION evil.lent() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    AS \$b\$ BEGIN $2 EXCEPTION WHEN OTHERS THEN NULL; END \$b\$"
  payload 'PERFORM evil.lent();'
}
ran='(SELECT is_called FROM evil.went)' # The control: the lent function came to its end.

for kind in 'a BEFORE row trigger' 'a policy USING' 'a CHECK constraint' 'a generated column' \
  'an index expression' 'a rule DO ALSO'; do
  attack "$kind makes no senior by the hands of two who act, with what a viewer lends"
  vehicle "$kind"
  lend "$viewer1" "IF session_user = '$senior1' THEN
      PERFORM reeve.team_perform('team.add', '$norank', 'senior', 'because');
    ELSE
      PERFORM reeve.approval_perform('approve', (SELECT last_value FROM evil.turn), 'so', NULL);
    END IF;"
  act "$senior1" 'hide ware:2 --policy spam'
  act "$senior2" 'hide ware:1 --policy spam'
  held "$ran"
done
attack 'a policy hides nobody of another app when a senior finds, with what a viewer lends'
policy ware 'USING (id > 2 OR evil.fire())'
lend "$viewer1" "PERFORM reeve.action_perform('hide', 'randevoo', 'user', '1',
  '{\"policy\": \"fraud\"}', NULL);"
act "$senior1" 'find ware Silk'
held "$(printf %s "$ran" | sed 's/went/ran/')"
attack 'a trigger starts no program in the name of the worker, with what a moderator lends'
trigger BEFORE ROW deal
lend "$moderator1" "PERFORM reeve.enqueue('command', '{\"command\": \"x\"}');"
work_once collection.expire '{"collection": "deal"}'
held "$ran" "(SELECT count(*) = 0 FROM reeve.job JOIN reeve.job_kind USING (kind_id) WHERE name = 'command')"
attack 'a task starts no program in the name of the worker, with what a moderator lends'
lend "$moderator1" "PERFORM reeve.enqueue('command', '{\"command\": \"x\"}');"
work_once sql '{"task": "sweep"}'
held "$ran" "(SELECT count(*) = 0 FROM reeve.job JOIN reeve.job_kind USING (kind_id) WHERE name = 'command')"
attack 'a trigger reports nobody in the name of a senior, with what its app'"'"'s login lends'
hostile <<<"GRANT USAGE ON SCHEMA mill TO $senior1"
trigger BEFORE ROW
lend "$owner" "PERFORM reeve.report_file('mill', 'ware', '1', words => 'x', policy => 'spam');"
act "$senior1" 'hide ware:2 --policy spam'
held "$ran"
finished
