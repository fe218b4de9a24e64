# Sourced by scripts of tests: checks in TAP, each with the sentence that holds. A part of `make test` fails where a
# line begins with "not ok"; `checked`, the last command of a script, says so to whoever runs it alone.
#
# is SENTENCE FOUND WANTED      whether both are the same text
# ok SENTENCE COMMAND…          whether a command succeeds
# like SENTENCE FOUND PATTERN   whether a line of the text matches an extended regular expression
# until_true COMMAND…           waits until a command succeeds; false after PATIENCE seconds, 10 minutes unless set
# checked                       how many checks there were; false where one failed
#
# transcript=FILE has a check that fails print the end of what a program under test said.
tests=0 broken=0
is() {
  tests=$((tests + 1))
  if [ "$2" = "$3" ]; then
    echo "ok $tests - $1"
    return
  fi
  broken=$((broken + 1))
  echo "not ok $tests - $1"
  printf '%s\n' "found $2" "wanted $3" | sed 's/^/#   /'
  [ ! -s "${transcript:-}" ] || tail -n 8 "$transcript" | sed 's/^/#   | /'
}
ok() { is "$1" "$("${@:2}" >&2 && echo holds)" holds; }
like() { is "$1" "$(grep -qE -- "$3" <<<"$2" && echo "$3" || echo "$2")" "$3"; }
until_true() {
  local end=$((SECONDS + ${PATIENCE:-600}))
  until "$@"; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.05
  done
}
checked() {
  echo "1..$tests"
  [ "$broken" -eq 0 ] && [ "$tests" -gt 0 ]
}
