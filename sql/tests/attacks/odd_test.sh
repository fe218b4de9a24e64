#!/usr/bin/env bash
# The odd places of an app's code: operator classes, range types,
# statistics, arbiters of ON CONFLICT. It runs as the app's writer, its reader or its owner alone.
. "$(dirname "$0")/lib.sh"
. "$here/operate.sh"
odd() { # SENTENCE; its code from standard input. As a superuser where SENTENCE says so.
  attack "$1"
  case $1 in
    *'made by a superuser'*) sql -d "$db" -o /dev/null ;;
    *) hostile ;;
  esac
  witness="UPDATE mill.ware SET note = 'x' WHERE id = 200"
  everything
  held
}
fired="BEGIN PERFORM evil.fire(); RETURN"

odd 'the operator class of a column, made by a superuser, compares as nobody else' <<SQL
CREATE FUNCTION evil.cmp(mill.mood, mill.mood) RETURNS int LANGUAGE plpgsql IMMUTABLE AS
  '$fired enum_cmp(\$1, \$2); END';
CREATE FUNCTION evil.hash(mill.mood) RETURNS int LANGUAGE plpgsql IMMUTABLE AS '$fired hashenum(\$1); END';
CREATE FUNCTION evil.eq(mill.mood, mill.mood) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
  '$fired enum_eq(\$1, \$2); END';
CREATE FUNCTION evil.lt(mill.mood, mill.mood) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
  '$fired enum_lt(\$1, \$2); END';
CREATE OPERATOR mill.= (LEFTARG = mill.mood, RIGHTARG = mill.mood, FUNCTION = evil.eq, HASHES, MERGES);
CREATE OPERATOR mill.< (LEFTARG = mill.mood, RIGHTARG = mill.mood, FUNCTION = evil.lt);
CREATE OPERATOR CLASS mill.mood_ops DEFAULT FOR TYPE mill.mood USING btree AS
  OPERATOR 1 mill.<, OPERATOR 3 mill.=, FUNCTION 1 evil.cmp(mill.mood, mill.mood);
CREATE OPERATOR CLASS mill.mood_hash DEFAULT FOR TYPE mill.mood USING hash AS
  OPERATOR 1 mill.=, FUNCTION 1 evil.hash(mill.mood);
ALTER TABLE mill.ware ADD feel mill.mood DEFAULT 'calm', ADD feels mill.mood[] DEFAULT '{calm}';
CREATE INDEX hostile ON mill.ware(feel); CREATE INDEX hostile_mood ON mill.person(mood);
SQL
# Each update writes the index, as the other one has a column that changes.
odd 'the subtype of a range, with a difference of the app, runs as nobody else' <<SQL
CREATE FUNCTION evil.diff(float8, float8) RETURNS float8 LANGUAGE plpgsql IMMUTABLE AS '$fired \$1 - \$2; END';
CREATE DOMAIN evil.number AS float8 CONSTRAINT hostile CHECK (evil.fire_immutable(VALUE));
CREATE TYPE evil.reach AS RANGE (subtype = float8, subtype_diff = evil.diff);
CREATE TYPE evil.span AS RANGE (subtype = evil.number);
ALTER TABLE mill.ware ADD reach evil.reach DEFAULT '[1,2)', ADD span evil.span DEFAULT '[1,2)';
INSERT INTO mill.ware(id, stall_id, title, reach) SELECT n, 1, 'Wool', evil.reach(n, n + 5)
FROM generate_series(1000, 2000) n;
CREATE INDEX hostile ON mill.ware USING gist(reach);
CREATE INDEX hostile_too ON mill.ware(hidden_until, note);
SQL
odd 'statistics of expressions, counted by what Reeve does, run as nobody else' <<'SQL'
CREATE STATISTICS mill.hostile ON (evil.fire_immutable(hidden_until)), (evil.fire_immutable(id)) FROM mill.ware;
CREATE STATISTICS mill.hostile2 ON (evil.fire_immutable(blocked_until)) FROM mill.person;
ANALYZE mill.ware;
CREATE INDEX hostile ON mill.ware(hidden_until) WHERE evil.fire_immutable(hidden_until);
SQL
odd 'an arbiter of ON CONFLICT with an expression and a predicate runs as nobody else' <<'SQL'
CREATE UNIQUE INDEX hostile ON mill.intake(id) WHERE evil.fire_immutable(id);
CREATE UNIQUE INDEX hostile_e ON mill.intake((id + evil.fire_immutable(id)::int));
CREATE UNIQUE INDEX hostile_w ON mill.ware2((id + evil.fire_immutable(id)::int)) WHERE evil.fire_immutable(stall_id);
CREATE UNIQUE INDEX hostile_v ON mill.ware(id) WHERE evil.fire_immutable(stall_id);
SQL
# Not every build of PostgreSQL has ICU, though version 16 and later list a collation of it.
! sql -d postgres -c "CREATE COLLATION pg_temp.of_icu (provider = icu, locale = 'und')" 2>"$work/out" ||
  odd 'a collation that tells no letters apart finds nothing as anybody else' <<'SQL'
CREATE COLLATION mill.loose (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
DROP TRIGGER reeve_change_update ON mill.ware;
ALTER TABLE mill.ware ALTER title TYPE text COLLATE mill.loose;
ALTER TABLE mill.ware ADD CONSTRAINT hostile CHECK (evil.fire_immutable(hidden_until));
SQL
odd 'operators and aggregates that the search path could find first run as nobody else' <<SQL
CREATE FUNCTION evil.any_eq(text, text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS '$fired \$1 OPERATOR(pg_catalog.=) \$2; END';
CREATE OPERATOR mill.= (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.any_eq);
CREATE FUNCTION evil.any_eq(bigint, bigint) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS '$fired \$1 OPERATOR(pg_catalog.=) \$2; END';
CREATE OPERATOR mill.= (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = evil.any_eq);
CREATE FUNCTION evil.add(bigint, bigint) RETURNS bigint LANGUAGE plpgsql AS '$fired \$1 + 1; END';
CREATE AGGREGATE mill.count(bigint) (SFUNC = evil.add, STYPE = bigint, INITCOND = '0');
CREATE AGGREGATE mill.max(bigint) (SFUNC = evil.add, STYPE = bigint, INITCOND = '0');
ALTER TABLE mill.ware ADD CONSTRAINT hostile CHECK (evil.fire_immutable(hidden_until));
SQL
odd 'keys of a partition by an operator class, made by a superuser, are found as nobody else' <<SQL
CREATE FUNCTION evil.cmp(bigint, bigint) RETURNS int LANGUAGE plpgsql IMMUTABLE AS '$fired btint8cmp(\$1, \$2); END';
CREATE FUNCTION evil.hash(bigint, bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS '$fired \$1; END';
CREATE OPERATOR CLASS mill.key_ops FOR TYPE bigint USING btree AS OPERATOR 1 pg_catalog.<, OPERATOR 2 pg_catalog.<=,
  OPERATOR 3 pg_catalog.=, OPERATOR 4 pg_catalog.>=, OPERATOR 5 pg_catalog.>, FUNCTION 1 evil.cmp(bigint, bigint);
ALTER TABLE mill.deal DROP CONSTRAINT deal_ware_id_fkey;
ALTER TABLE mill.ware RENAME TO whole;
SET ROLE mill_owner;
CREATE TABLE mill.ware(LIKE mill.whole INCLUDING DEFAULTS) PARTITION BY RANGE (id mill.key_ops);
CREATE TABLE mill.ware_1 PARTITION OF mill.ware(PRIMARY KEY (id)) FOR VALUES FROM (0) TO (100);
CREATE TABLE mill.ware_2 PARTITION OF mill.ware(PRIMARY KEY (id)) FOR VALUES FROM (100) TO (1000);
INSERT INTO mill.ware SELECT * FROM mill.whole;
CREATE INDEX hostile ON mill.ware(id mill.key_ops);
SQL
finished
