#!/usr/bin/env bash
# The plan names what refuses rows of the old table and has no counterpart in the target, and a target that a crash
# would empty; where the target has all of it, by whatever names, it says nothing.
set -uo pipefail
cd "$(dirname "$0")/../../.."
app=los
. sql/tests/fixtures/app.sh
open_app <<'SQL'
CREATE TABLE los.item(id int PRIMARY KEY, a int, b int, span int4range,
  CONSTRAINT pair UNIQUE (a, b), CONSTRAINT positive CHECK (a > 0), CONSTRAINT apart EXCLUDE USING gist (span WITH &&));
CREATE UNIQUE INDEX folded ON los.item((a % 10)) WHERE b > 0;
CREATE UNLOGGED TABLE los2.item(id int PRIMARY KEY, x int, b int, span int4range);
SQL
{ mapping item id id b b span span; echo '  x: {from: a}'; } >"$work/item.yaml"
lost() { migrate plan item; grep -E '^(constraint|checks|storage)' "$work/told" | awk '{print $2}' | sort | paste -sd ' '; }

is 'each is named where the target has none' "$(lost)" 'apart folded los2.item: pair positive'
like 'with what follows' "$(<"$work/told")" 'pair of los.item: is of the old table, and los2.item has none .* a rollback would keep such rows in quarantine'
run -d "$db" -U "$owner" <<'SQL'
ALTER TABLE los2.item SET LOGGED;
ALTER TABLE los2.item ADD UNIQUE (b, x), ADD EXCLUDE USING gist (span WITH &&);
SQL
is 'one with the same columns is a counterpart' "$(lost)" 'folded positive'
run -d "$db" -U "$owner" <<'SQL'
ALTER TABLE los2.item RENAME x TO a;
CREATE UNIQUE INDEX ON los2.item((a % 10)) WHERE b > 0;
ALTER TABLE los2.item ADD CHECK (a > 0);
SQL
sed -i 's/^  x:/  a:/' "$work/item.yaml"
is 'so is one in the same words' "$(lost)" ''
ok 'which is planned' migrate plan item
checked
