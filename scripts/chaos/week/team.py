"""The team of an app at its consoles, and its worker: real programs, one command each or a script."""

import json
import os
import random
import re
import signal
import subprocess
import threading

SENIORS, OTHERS = ["anna", "boris"], ["carla"]
POLICY_VERBS = {"warn", "hide", "ban", "suspend", "delete", "limit"}
TIMES = ["6h", "12h", "1d", "2d", "3d"]


class Team:
    """What the admins have done in the week, and what may be done with it."""

    def __init__(self, program, dsn, contract, play, observe, report, seed):
        self.program, self.dsn, self.app, self.report, self.seed = program, dsn, contract.app, report, seed
        app = contract.app
        own = next(code[:2] for code in contract.codes if re.fullmatch("(?!RV)[A-Z]{2}[0-9]{3}", code))
        # Words that no console may say: of an error that is neither Reeve's, nor the app's, nor a lock's.
        self.fault = re.compile(rf"SQLSTATE (?!RV|{own}|55P03|57014)|DecodingError")
        self.reported, self.aims, self.observe, self.observer = [*play.reported], play.aims, observe, observe()
        observer = self.observer
        self.manifest = json.loads(observer.rows(f"SELECT manifest FROM reeve.app WHERE app = '{app}'")[0][0])
        self.policies = [row[0] for row in observer.rows(f"SELECT name FROM reeve.policy WHERE app = '{app}'")]
        self.words = [(a["verb"], a["collection"], a.get("like", a["verb"])) for a in self.manifest["actions"]]
        self.done, self.commands, self.refused, self.faults = [], {}, {}, []
        self.lock = threading.Lock()

    def run(self, who, *lines, script=None):
        """What a console says, and its exit status."""
        words = ["-f", script] if script else [word for line in lines for word in ("-c", line)]
        run = subprocess.run([self.program, "--dsn", f"{self.dsn} user={who}", "--app", self.app, "--yes", *words],
                             stdin=subprocess.DEVNULL, capture_output=True, text=True)
        said = run.stdout + run.stderr
        verb = lines[0].split()[0] if lines else "script"
        with self.lock:
            self.commands[verb] = self.commands.get(verb, 0) + 1
            if run.returncode:
                self.refused[run.returncode] = self.refused.get(run.returncode, 0) + 1
            # 1 refused by what it met, 4 for want of a right or a second person, 5 not found.
            if run.returncode not in (0, 1, 4, 5) or self.fault.search(said):
                self.faults.append(f"{who} ▸ {' · '.join(lines)}: {run.returncode} {said.strip()}")
            self.report.write(f"{who} ▸ {' · '.join(lines)}\n{said}[{run.returncode}]\n")
        return said, run.returncode

    def keys(self, collection):
        """Some rows of a collection, as subjects."""
        c = self.manifest["collections"][collection]
        key = f"t.{c['key'][0]}::text" if len(c["key"]) == 1 else \
            f"json_build_array({', '.join('t.' + k for k in c['key'])})::text"
        return [f'"{self.app}/{collection}:{row[0]}"' for row in self.observer.rows(
            f"SELECT {key} FROM {self.manifest['schema']}.{c['table']} t"
            f" ORDER BY hashtext({key} || '{self.seed}'), 1 LIMIT 40")]

    def renew(self):
        """Looks at the rows anew, at others each time."""
        self.seed += 1
        self.subjects = {collection: self.keys(collection) for collection in sorted({c for _, c, _ in self.words})}
        self.targets = {(verb, collection): [f'"{self.app}/{collection}:{row[0]}"' for row in self.observer.rows(query)]
                        for (verb, collection), query in self.aims.items()}


class Admin:
    """One of the team, who does as the dice say."""

    def __init__(self, team, name, seed):
        self.team, self.name, self.dice = team, name, random.Random(seed)
        self.observer, self.selections = team.observe(), 0

    def play(self, moves):
        for _ in range(moves):
            self.dice.choices([self.acts, self.undoes, self.looks, self.works_case, self.acts_on_many, self.decides],
                              [10, 3, 4, 4, 2, 3])[0]()

    def line(self, verb, collection, like, lasting=True):
        """A command of a verb; '' where nothing fits."""
        team, dice = self.team, self.dice
        subjects = team.targets.get((verb, collection)) or team.subjects[collection]
        if not subjects:
            return ""
        line = f"{verb} {dice.choice(subjects)}"
        if like == "limit":
            limits = [*team.manifest["collections"][collection].get("limits", {})]
            if not limits:
                return ""
            line += f" {dice.choice(limits)}"
        if like == "note":
            return line + ' "seen by the team"'
        if like == "tag":
            return line + f" watched --for {dice.choice(TIMES)}"
        if like in POLICY_VERBS:
            line += f" --policy {dice.choice(team.policies)}"
        if like in ("ban", "suspend", "hide", "limit"):
            is_open = lasting and like != "suspend" and dice.random() < 0.1
            line += " --forever" if is_open and like != "hide" else f" --for {dice.choice(TIMES)}"
        return line + ' --why "as the week goes"'

    def acts(self):
        team = self.team
        line = self.line(*self.dice.choice(team.words))
        if line:
            said, _ = team.run(self.name, line)
            self.keep(said)

    def keep(self, said):
        made = re.search(r"^done  ([AB]\d+)  (?!undid|undo)", said, re.M)
        if made:
            self.team.done.append(made[1])

    def undoes(self):
        done = self.team.done
        if done:
            action = self.dice.choice(done)
            _, status = self.team.run(self.name, f'undo {action} --why "on second thoughts"')
            if status == 0 and action.startswith("A") and self.dice.random() < 0.3:
                self.keep(self.team.run(self.name, f'redo {action} --why "after all"')[0])

    def looks(self):
        collection = self.dice.choice([*self.team.subjects])
        lines = ["queue", "approvals", "left", "waiting", "stats", "audit --limit 5", "jobs --limit 5",
                 f"stats {self.team.app}/{collection}", f"list {self.team.app}/{collection} --limit 5"]
        if self.team.subjects[collection]:
            subject = self.dice.choice(self.team.subjects[collection])
            lines += [f"show {subject}", f"history {subject}", f"stats {subject}"]
        with open(f"{self.team.report.name}.{self.name}", "w", encoding="utf-8") as script:
            script.write("\n".join(self.dice.sample(lines, 4)) + "\n")
        self.team.run(self.name, script=script.name)

    def works_case(self):
        if not self.team.reported:
            return
        said, _ = self.team.run(self.name, f"next --in {self.team.app}/{self.dice.choice(self.team.reported)}")
        case, subject = re.search(r"^(C\d+)  ", said, re.M), re.search(r"^C\d+  (?:\w+/)?(\w+):(\d+)", said, re.M)
        if not case or not subject:
            return
        verbs = [v for v, c, like in self.team.words if c == subject[1] and like in ("hide", "suspend", "warn")
                 and v == like]
        if verbs and self.dice.random() < 0.6:
            verb = self.dice.choice(verbs)
            line = f'{verb} "{self.team.app}/{subject[1]}:{subject[2]}" --policy {self.dice.choice(self.team.policies)}'
            self.keep(self.team.run(self.name, line + (" --for 1d" if verb != "warn" else "")
                                    + f" --case {case[1]} --close upheld")[0])
        else:
            self.team.run(self.name, f'close {case[1]} --outcome dismissed --why "nothing in it"')
            if self.dice.random() < 0.3:
                self.team.run(self.name, f"reopen {case[1]}")

    def acts_on_many(self):
        hides = [(v, c, like) for v, c, like in self.team.words if like == "hide" and self.team.subjects[c]]
        if not hides:
            return
        verb, collection, _ = self.dice.choice(hides)
        subjects = " ".join(self.team.subjects[collection][:3])
        self.selections += 1
        name = f"@few{self.selections}"
        self.team.run(self.name, f"select {name} {subjects}")
        said, _ = self.team.run(self.name, f"{verb} {name} --policy {self.dice.choice(self.team.policies)} --for 12h")
        self.keep(said)

    def decides(self):
        """Approves or rejects what another proposed; decides an appeal against another's action."""
        waiting = self.observer.rows("SELECT approval_id FROM reeve.approval ORDER BY 1 DESC LIMIT 5")
        if waiting and self.dice.random() < 0.6:
            said, _ = self.team.run(self.name, f"approve P{self.dice.choice(waiting)[0]}")
            self.keep(said)
        appeals = self.observer.rows("SELECT action_id FROM reeve.appeal ORDER BY action_id DESC LIMIT 5")
        if appeals:
            outcome = self.dice.choice(["upheld", "overturned", "partly"])
            self.team.run(self.name, f'appeal A{self.dice.choice(appeals)[0]} --outcome {outcome} --why "heard"')


class Worker:
    """A worker that runs until it is told to stop."""

    def __init__(self, program, dsn, folder):
        self.log = open(f"{folder}/worker.log", "a", encoding="utf-8")
        self.process = subprocess.Popen(
            [program, "work", "--sink", f"{folder}/notices", "--link-key", f"{folder}/key", "--manifest",
             f"{folder}/worker.yaml", "--dsn", f"{dsn} user=reeve_worker"],
            stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait()
        self.log.close()
        return status


def make_folder(folder):
    os.makedirs(f"{folder}/notices", exist_ok=True)
    with open(os.open(f"{folder}/key", os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="utf-8") as key:
        key.write("a key of this week alone, long enough\n")
    # Whoever receives what is done outside the database confirms all of it.
    with open(f"{folder}/worker.yaml", "w", encoding="utf-8") as manifest:
        manifest.write("commands:\n  receiver: {argv: [/bin/true]}\noutside:\n")
        for effect in ("disable_account", "enable_account", "revoke_tokens", "files.withdraw", "files.restore",
                       "files.remove"):
            manifest.write(f"  {effect}: {{command: receiver}}\n")
