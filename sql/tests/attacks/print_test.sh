#!/usr/bin/env bash
# A login can have the server print what Reeve's functions plan and run (debug_print_plan), and reads it
# where the database explains all statements to its log (auto_explain): no personal value is in it.
. "$(dirname "$0")/lib.sh"

# What psql printed, the bytes of constants and their decimal numbers as text.
plainly() {
  python3 -c '
import re, sys
text = sys.stdin.buffer.read().decode("utf-8", "replace")
print(re.sub(r"\[ ((?:-?\d+\s+)+)\]", lambda m: bytes(int(n) & 255 for n in m[1].split()).decode("latin-1"), text))'
}
calls() {
  local call
  for call in "subject_find('mill', 'person', 'Zo', false, 3)" "subject_show('mill', 'person', '1')" \
    "subject_history('mill', 'person', '1', 10)" "subject_status('mill', 'person', '1')" \
    "subject_list('mill', 'person', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, 10)" \
    "subject_details('mill', 'person', '1')" "subject_relations('mill', 'person', '1')" \
    "subject_stats('mill', 'person', '1', 30)" "evidence_show(1)" "evidence_show(2)" "case_reports(1, 5)" \
    "case_show(1)" "case_lists(1, 10)" "command_list(100)" "action_effects(1, 10)" "approval_list('proposed', 5)" \
    "action_plan('ban', 'mill', 'person', '1', '{\"policy\": \"spam\"}')" \
    "reveal_ask('fields', 'mill', 'person', '1', '{\"fields\": [\"email\"], \"why\": \"x\"}')" \
    "written_search('mill', 'Silk', NULL, NULL, 10)"; do
    echo "SELECT * FROM reeve.$call;"
  done
}
secret() {
  sql -d "$db" -c "UPDATE mill.person SET email = 'sekret' || id || '@example.org'" \
    -c "GRANT reeve_app TO $owner"
  psql -XqAt -d "$db" -U "$owner" -o /dev/null \
    -c "SELECT reeve.report_file('mill', 'person', '1', words => 'x', policy => 'spam')" 2>>"$work/out"
  watched=1
  sql -d "$db" -c "ALTER DATABASE $db SET lc_messages = 'C'"
  act "$senior1" 'hide stall:1 --policy spam' 'ban person:1 --policy spam --for 1d'
}
reads() { # LOGIN
  calls | PGOPTIONS="-c client_min_messages=log $options" psql -XqAt -d "$db" -U "$1" 2>&1 | plainly >"$work/printed"
}
judged() { # CONTROL
  problems=()
  [ "$(grep -c 'LOG:' "$work/printed")" -gt 40 ] || problem 'control: nothing is printed'
  ! grep -q sekret "$work/printed" || problem "printed: $(grep -o '.\{0,80\}sekret.\{0,20\}' "$work/printed" | head -n 2)"
  echo "SELECT count(*) FROM mill.person WHERE email > 'sekret'" |
    PGOPTIONS="-c client_min_messages=log $options" psql -XqAt -d "$db" 2>&1 | plainly >"$work/control"
  grep -q sekret "$work/control" ||
    problem 'control: a value in a statement is not printed'
  judge
}
debug="-c debug_print_parse=on -c debug_print_rewritten=on -c debug_print_plan=on -c debug_pretty_print=off"
for login in "$viewer1"; do
  attack "what the server plans for a ${login%1_*} shows no personal value"
  options=$debug
  secret
  reads "$login"
  judged
  attack "what the server explains to a ${login%1_*} shows no personal value"
  options='-c log_parameter_max_length_on_error=-1'
  secret
  for set in session_preload_libraries=auto_explain auto_explain.log_min_duration=0 \
    auto_explain.log_nested_statements=on auto_explain.log_verbose=on auto_explain.log_analyze=on "log_statement='all'"; do
    sql -d "$db" -c "LOAD 'auto_explain'" -c "ALTER DATABASE $db SET $set"
  done
  reads "$login"
  judged
done
finished
