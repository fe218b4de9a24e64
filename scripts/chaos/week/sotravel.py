"""People who travel with Sotravel."""

from customers import NOW, Customers


class Play(Customers):
    facts = {
        "users": "SELECT id FROM sotravel.users ORDER BY id",
        "members": """SELECT m.user_id, m.trip_id FROM sotravel.trip_members m JOIN sotravel.trips t ON t.id = m.trip_id
            WHERE t.ends_at > now() AND t.hidden_until IS NULL ORDER BY 2, 1""",
        "travellers": """SELECT u.id, u.current_trip_id FROM sotravel.users u JOIN sotravel.trips t
            ON t.id = u.current_trip_id WHERE t.starts_at <= now() AND t.ends_at > now() ORDER BY 1""",
        "hosts": """SELECT m.user_id, m.trip_id FROM sotravel.trip_members m JOIN sotravel.trips t ON t.id = m.trip_id
            WHERE m.role = 'host' AND t.ends_at > now() ORDER BY 2, 1""",
        "events": """SELECT e.author_id, e.id, e.trip_id FROM sotravel.events e
            WHERE e.status = 'planned' AND e.ends_at > now() ORDER BY e.id DESC LIMIT 100""",
        "asked": """SELECT i.user_id, i.event_id FROM sotravel.invitations i JOIN sotravel.events e ON e.id = i.event_id
            WHERE e.ends_at > now() AND e.status = 'planned' ORDER BY i.id DESC LIMIT 200""",
        "chats": "SELECT user_id, chat_id FROM sotravel.chat_members ORDER BY 2 DESC, 1 LIMIT 300",
        "messages": "SELECT author_id, id FROM sotravel.messages ORDER BY id DESC LIMIT 100",
    }
    weights = {"shares_position": 6, "answers": 6, "calls_to_event": 4, "chats": 5, "looks": 5}
    shows = {"map_kind": (0, {"mountain", "street"}), "trip_list": (2, {"host", "traveller"}),
             "event_list": (6, {"planned", "cancelled", "finished"})}
    reported = {"user": "users"}
    aims = {("ban", "user"): "SELECT DISTINCT author_id FROM sotravel.events WHERE status = 'planned' ORDER BY 1"}
    invariants = {
        "a trip with members has a host": """SELECT t.trip_id FROM sotravel.trip_members t GROUP BY 1
            HAVING count(*) FILTER (WHERE t.role = 'host') = 0""",
        "no position is older than 15 minutes, nor outlives its trip": """SELECT l.*, t.ends_at, now()
            FROM sotravel.locations l JOIN sotravel.trips t ON t.id = l.trip_id
            WHERE l.seen_at < now() - interval '20 minutes' OR t.ends_at < now() - interval '5 minutes'""",
        "nothing is stale": """SELECT id FROM sotravel.events
            WHERE status = 'planned' AND ends_at <= now() - interval '5 minutes'
            UNION ALL SELECT id FROM sotravel.invitations
            WHERE status = 'pending' AND ends_at <= now() - interval '5 minutes'""",
        "an invitation ends with its event": """SELECT i.id FROM sotravel.invitations i
            JOIN sotravel.events e ON e.id = i.event_id WHERE i.ends_at <> e.ends_at""",
        "only who goes is in an event's chat": """SELECT m.user_id FROM sotravel.chat_members m
            JOIN sotravel.chats c ON c.id = m.chat_id JOIN sotravel.events e ON e.id = c.event_id
            WHERE m.user_id <> e.author_id AND EXISTS (SELECT FROM sotravel.invitations i
              WHERE i.event_id = e.id AND i.user_id = m.user_id AND i.status = 'not_going')""",
    }

    def do_signs_up(self):
        name = self.fresh("new")
        provider, other = self.dice.sample(["email", "telegram"], 2)
        user = self.value("user_sign_up", provider, name, "New One", at=NOW)
        if user:
            self.call("user_change", user, "Newer One", None, ["site"], [f"https://{name}.example"], NOW)
            self.call("identity_add", user, other, name, None, None, NOW)

    def do_signs_in(self):
        self.signs_in(["email", "telegram"])

    def do_reads_notices(self):
        self.reads_notices(self.one("users"))

    def do_follows_changes(self):
        self.follows_changes(self.one("users"))

    def hours(self, first, last):
        return self.connection.rows(f"SELECT now() + interval '{self.dice.uniform(first, last)} hours'")[0][0]

    def do_makes_trip(self):
        host = self.one("users")
        trip = self.value("trip_create", host, f"{self.word()} tour".capitalize(), "Oulu",
                          self.dice.choice(["mountain", "street"]), self.hours(-1, 0), self.hours(10, 200), None, NOW)
        token = trip and self.value("trip_link", host, trip, NOW)
        if not token:
            return
        self.call("trip_change", host, trip, "Grand tour", "Oulu", self.hours(-1, 0), self.hours(10, 150), None, NOW)
        for _ in range(3):
            guest = self.one("users")
            self.call("trip_join", guest, trip, token, NOW)
            self.call("trip_switch", guest, trip, NOW)

    def do_leaves_trip(self):
        user, trip = self.one("members")
        if self.chance(0.3):
            self.call("trip_leave", user, trip, NOW)
        if self.has("hosts"):
            host, trip = self.one("hosts")
            others = [row[0] for row in self.book.facts["members"] if row[1] == trip and row[0] != host]
            if others:
                other = self.dice.choice(others)
                if self.chance(0.4):
                    self.call("trip_role_set", host, trip, other, self.dice.choice(["host", "traveller"]), NOW)
                elif self.chance(0.4):
                    self.call("trip_member_remove", host, trip, other, NOW)

    def do_looks(self):
        user, trip = self.one("members")
        self.call("trip_list", user, NOW)
        self.call("friend_list", user, NOW)
        self.call("location_list", user, trip, NOW)
        self.call("member_list", user, trip, NOW)
        self.call("map_kind", user, NOW)
        self.call("event_list", user, trip, NOW)
        self.call("invitation_list", user, NOW)

    def do_looks_at_anothers_trip(self):
        self.call("member_list", self.one("users"), self.one("members")[1], NOW)

    def do_shares_position(self):
        if self.has("travellers"):
            user, _ = self.one("travellers")
            self.call("location_set", user, 46 + self.dice.random() / 20, 12 + self.dice.random() / 20, NOW)
            if self.chance(0.2):
                self.call("location_withdraw", user, NOW)

    def do_calls_to_event(self):
        user, trip = self.one("members")
        event = self.value("event_create", user, trip, f"{self.word()} together".capitalize(), "All of us", "There",
                           46.01, 12.01, self.hours(1, 20), self.hours(21, 50), NOW)
        if not event:
            return
        self.call("event_change", user, event, "All together", "All of us", "There", None, None, self.hours(1, 5),
                  self.hours(6, 40), NOW)
        self.invites(user, event, trip)
        if self.chance(0.2):
            self.call("event_cancel", user, event, NOW)

    def invites(self, user, event, trip):
        audience = self.dice.choice(["nearby", "friends", "chosen"])
        others = [row[0] for row in self.book.facts["members"] if row[1] == trip and row[0] != user]
        chosen = self.dice.sample(others, min(2, len(others))) if audience == "chosen" else None
        self.call("event_invite", user, event, audience, chosen, NOW)
        token = self.value("event_link", user, event, NOW)
        if token and others:
            self.call("event_rsvp", self.dice.choice(others), event, "going", token, NOW)

    def do_invites_again(self):
        if self.has("events"):
            self.invites(*self.one("events"))

    def do_answers(self):
        if self.has("asked"):
            user, event = self.one("asked")
            self.call("event_rsvp", user, event, self.dice.choice(["going", "not_going"]), None, NOW)

    def do_chats(self):
        user, trip = self.one("members")
        others = [row[0] for row in self.book.facts["members"] if row[1] == trip and row[0] != user]
        if others and self.chance(0.3):
            chat = self.value("chat_pair_open", user, self.dice.choice(others), NOW)
        elif others and self.chance(0.3):
            chat = self.value("chat_group_create", user, trip, "Us", self.dice.sample(others, 1), NOW)
        else:
            user, chat = self.one("chats")
        if not chat:
            return
        message = self.value("message_send", user, chat, f"To the {self.word()}!", NOW)
        self.call("chat_list", user, NOW)
        self.call("message_list", user, chat, None, 50, NOW)
        if message and self.chance(0.2):
            self.call("message_remove", user, message, NOW)
        if self.chance(0.1):
            self.call("chat_leave", user, chat, NOW)

    def do_reads_anothers_chat(self):
        self.call("message_send", self.one("users"), self.one("chats")[1], "Hello?", NOW)
