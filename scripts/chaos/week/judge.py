"""What is there at the end of a week: states, times, promises, undos, and what Reeve itself finds."""

import hashlib
import re
import subprocess

from customers import LATE
from team import SENIORS


class States:
    """Which values the columns had that have a known few: CHECK constraints of lists, and the catalog's states."""

    def __init__(self, app, manifest, observer):
        self.observer = observer
        self.wanted, self.seen = {}, {}
        for table, definition in observer.rows(f"""SELECT conrelid::regclass::text, pg_get_constraintdef(oid)
                FROM pg_constraint WHERE contype = 'c' AND connamespace = '{app}'::regnamespace"""):
            one = re.fullmatch(r"CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)", definition)
            # What a former store left is written by imports alone.
            if one and ".legacy_" not in table:
                values = [re.sub(r"^\(?'?|'?(::\w+)?\)?$", "", v) for v in one[2].split(", ")]
                self.wanted.setdefault(f"{table}.{one[1]}", set()).update(v.strip("'()") for v in values)
        for collection in manifest["collections"].values():
            schema = f"{manifest['schema']}.{collection['table']}"
            states = collection.get("states")
            if states:
                names = {*states["transitions"], *(v for to in states["transitions"].values() for v in to)}
                self.wanted.setdefault(f"{schema}.{states['column']}", set()).update(names)
            if "visible" in collection:
                self.wanted[f"{schema}.{collection['visible']} > now()"] = {"true", "false", "NULL"}
        self.look()

    def look(self):
        for name in self.wanted:
            table, column = re.match(r"(\w+\.\w+)\.(.*)", name).groups()
            self.seen.setdefault(name, set()).update(row[0] for row in self.observer.rows(
                f"SELECT DISTINCT coalesce(({column})::text, 'NULL') FROM {table}"))


class Judge:
    def __init__(self, week):
        self.week, self.book, self.team, self.observer = week, week.book, week.team, week.observer
        self.app = self.book.app
        self.failed = []
        self.planted = self.faults()

    def faults(self):
        """What the app's own checks find of its rows; the sample has some."""
        names = [row[0] for row in self.observer.rows(f"""SELECT p.proname FROM pg_proc p WHERE p.proname ~ '_faults$'
            AND p.proname !~ '^view' AND p.pronamespace = '{self.app}'::regnamespace""")]
        return {name: self.observer.rows(f"SELECT * FROM {self.app}.{name}()") for name in names}

    def check(self, is_good, text, found=""):
        print(f"{'ok' if is_good else 'not ok'} - {self.app}: {text}" + (f"\n  {found}" if not is_good else ""),
              flush=True)
        if not is_good:
            self.failed.append(text)

    def contract(self):
        """What the customers were answered."""
        self.functions()
        self.promises()
        self.errors()

    def after(self):
        """What is there in the end, while a worker is alive."""
        self.reached()
        self.invariants()
        self.reeve()

    def functions(self):
        contract, calls = self.book.contract, self.book.calls
        silent = sorted(contract.lists & set(calls) - self.book.answered)
        never = sorted(contract.functions - set(calls))
        print(f"# {self.app}: {sum(calls.values())} calls of {len(calls)} of {len(contract.functions)} functions; "
              f"{sum(self.team.commands.values())} commands of the team, refused by exit status {self.team.refused}")
        self.check(not never, "every function was called", f"never: {', '.join(never)}")
        self.check(not silent, "every list had rows", f"never: {', '.join(silent)}")

    def reached(self):
        states, shows = self.week.states, self.week.play.shows
        wanted = {**states.wanted, **{name: values for name, (_, values) in shows.items()}}
        seen = {**states.seen, **self.book.shown}
        missing = [f"{name} = {value}" for name in wanted for value in sorted(wanted[name] - seen.get(name, set()))]
        total = sum(map(len, wanted.values()))
        print(f"# {self.app}: {total - len(missing)} of {total} states reached")
        self.check(not missing, "every state was reached", ", ".join(missing))

    def promises(self):
        late = []
        for kind, times in sorted(self.book.times.items()):
            times.sort()
            half, most, last = times[len(times) // 2], times[len(times) * 99 // 100], times[-1]
            limit = self.week.play.promises.get(kind)
            print(f"# {self.app}: {kind:14} {len(times):6}  p50 {half * 1000:7.1f} ms  p99 {most * 1000:7.1f} ms  "
                  f"most {last * 1000:7.1f} ms" + (f"  promised {limit} s" if limit else ""))
            # An error has no part that may be late.
            if limit and (last if kind == "error" else most) > limit:
                late.append(kind)
        self.check(not late, "what is promised in time comes in time", ", ".join(late))

    def errors(self):
        refused = self.book.refused
        for state, count in sorted(refused.items()):
            print(f"# {self.app}: refused with {state} {count:5}, such as {self.book.said[state]}")
        self.check(not self.book.faults, "only codes of the app's page came",
                   "\n  ".join(sorted(set(self.book.faults))))
        self.check(bool(LATE & set(refused)), "calls behind a lock were refused in time", "none was")
        self.check(not self.team.faults, "the team's consoles met no fault", "\n  ".join(self.team.faults[:20]))

    def digests(self):
        """The digest of each of the app's tables, without what its own triggers write (`touched`) and append."""
        found = {}
        touched = {c["table"]: c.get("touched", []) for c in self.team.manifest["collections"].values()}
        for (table,) in self.observer.rows(f"""SELECT c.relname FROM pg_class c WHERE c.relkind = 'r'
                AND c.relnamespace = '{self.app}'::regnamespace AND c.relname !~ '_history$' ORDER BY 1"""):
            minus = "".join(f" - '{column}'" for column in touched.get(table, []))
            rows = self.observer.rows(f"SELECT (to_jsonb(t){minus})::text FROM {self.app}.{table} t ORDER BY 1")
            found[table] = {hashlib.sha256(row[0].encode()).hexdigest() for row in rows}
        return found

    def undos(self):
        """Acts of several admins at once, undone in a random order, give every row back."""
        before, dice = self.digests(), self.week.dice
        self.team.renew()
        made = []

        def act(admin):
            for _ in range(12):
                line = admin.line(*admin.dice.choice(self.team.words), lasting=False)
                if line and "for good" not in self.team.run(admin.name, line + " --dry-run")[0]:
                    said, _ = self.team.run(admin.name, line)
                    made.extend(re.findall(r"^done  (A\d+)  ", said, re.M))

        self.week.together(*(lambda a=a: act(a) for a in self.week.admins))
        changed = [table for table, rows in self.digests().items() if rows != before[table]]
        self.check(len(made) > 5 and (changed or self.app == "lode"), "admins changed rows", f"{made}, {changed}")
        dice.shuffle(made)
        count, said = len(made), ""
        for _ in range(len(made)):
            left = []
            for action in made:
                text, status = self.team.run(dice.choice(SENIORS), f'undo {action} --why "all of it"')
                if status:
                    left.append(action)
                    said = text
            if not left or len(left) == len(made):
                made = left
                break
            made = left
        self.check(not made, f"{count} actions were undone", f"left {made}: {said}")
        after = self.digests()
        other = {t: len(rows ^ before[t]) for t, rows in after.items() if rows != before[t]}
        self.check(not other, f"digests of {len(after)} tables are equal after {count} undos, "
                   f"which had changed {', '.join(changed)}", f"other rows: {other}")

    def invariants(self):
        for name, query in self.week.play.invariants.items():
            rows = self.observer.rows(query)
            self.check(not rows, name, f"{len(rows)}: {rows[:5]}")
        for name, rows in self.faults().items():
            self.check(rows == self.planted[name], f"{name} finds nothing new", rows[:5])

    def program(self, *words):
        run = subprocess.run([self.week.program, *words, "--dsn", self.team.dsn], stdin=subprocess.DEVNULL,
                             capture_output=True, text=True)
        return run.stdout + run.stderr, run.returncode

    def reeve(self):
        """What Reeve says of itself: counts, search, the record, and what doctor finds."""
        folder = self.week.report.name
        said, status = self.program("search", "verify")
        differs = {key for line in re.findall(r"differs: (.*)", said) for key in line.split(", ")}
        # What has passed since the hourly job saw it.
        passed = {row[0] for row in self.observer.rows(self.week.play.passed)} if differs else set()
        self.check(status == 0 or differs and differs <= passed, "search indexes are what their rows say", said)
        said, status = self.team.run("anna", "counts --output csv")
        differing = [line for line in said.split("\n")[1:] if re.search(r",[1-9]\d*,[^,]*$", line)]
        self.check(status == 0 and not differing, "counts are what the rows are", said)
        said, status = self.team.run("anna", f"audit export {folder}.ndjson")
        head = re.search(r"head (\S+)", said)
        said += self.team.run("anna", f"audit anchor {folder}.anchors")[0]
        run = subprocess.run([self.week.program, "audit", "verify", f"{folder}.ndjson", "--anchor",
                              head[1].rstrip(".") if head else ""], capture_output=True, text=True)
        self.check(run.returncode == 0, "the record is sound", said + run.stdout + run.stderr)
        said, status = self.program("doctor")
        # How full the disk is does not matter here, and nobody decides what acts leave to decide.
        red = [line for line in said.split("\n") if line.startswith("red") and line.split()[1] not in ("disk", "left")]
        self.check(not red, "doctor finds nothing red but what nobody decided", "\n  ".join(red))
