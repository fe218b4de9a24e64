"""Customers of FindSpot."""

from customers import NOW, Customers


class Play(Customers):
    facts = {
        "users": "SELECT id FROM findspot.users ORDER BY id",
        "places": "SELECT id FROM findspot.places WHERE state <> 'lost' AND hidden_until IS NULL ORDER BY id",
        "own": """SELECT author_id, id FROM findspot.places WHERE author_id IS NOT NULL AND NOT is_author_guessed
            ORDER BY id DESC LIMIT 100""",
        "photos": "SELECT p.place_id, p.number, p.path FROM findspot.photos p ORDER BY 1 DESC LIMIT 100",
        "favourites": "SELECT user_id, place_id FROM findspot.favourites WHERE place_id IS NOT NULL"
                      " ORDER BY 1, 2 LIMIT 200",
    }
    weights = {"adds": 4, "browses": 6, "keeps_favourite": 4}
    reported = {"user": "users", "place": "places"}
    aims = {("restore", "place"): "SELECT id FROM findspot.places WHERE state = 'lost' ORDER BY id"}
    invariants = {
        "each place of its author has one to four photos": """SELECT p.id FROM findspot.places p
            WHERE p.legacy_path LIKE 'new/%' AND p.created_at > now() - interval '8 days' AND (SELECT count(*)
              FROM findspot.photos f WHERE f.place_id = p.id) NOT BETWEEN 1 AND 4
              AND NOT EXISTS (SELECT FROM reeve.action a JOIN reeve.collection c USING (collection_id)
                WHERE c.app = 'findspot' AND a.verb = 'destroy' AND a.key ~ ('\\m' || p.id || '\\M'))""",
        "a favourite that was added is its author's": """SELECT f.user_id FROM findspot.favourites f
            JOIN findspot.places p ON p.id = f.place_id WHERE f.is_added AND p.legacy_path LIKE 'new/%'
              AND p.created_at > now() - interval '8 days' AND f.user_id <> p.author_id""",
    }

    def do_registers(self):
        name = self.fresh("new")
        user = self.value("user_register", name, f"{name}@mail.example", "New", NOW)
        if user:
            self.call("user_rename", user, name, NOW)

    def do_signs_in(self):
        self.signs_in(["google", "email"])

    def do_uses_a_phone(self):
        user, token = self.one("users"), self.fresh("token-")
        self.call("device_register", user, token, self.dice.choice(["ios", "android"]), "2.1.0", NOW)
        if self.chance(0.3):  # Another person signs in on it.
            user = self.one("users")
            self.call("device_register", user, token, "ios", "2.2.0", NOW)
        if self.chance(0.3):
            self.call("device_forget", user, token, NOW)

    def do_reads_notices(self):
        self.reads_notices(self.one("users"))

    def do_follows_changes(self):
        self.follows_changes(self.one("users"))

    def do_adds(self):
        user, name = self.one("users"), self.fresh("new/p")
        paths = [f"{name}/{n}.jpg" for n in range(self.dice.randrange(1, 5))]
        place = self.value("place_add", user, f"{self.word()} view".capitalize(), f"By the {self.word()}",
                           self.dice.choice(["Oulu", "oulu ", "Lugano", "Torino"]),
                           round(60 + self.dice.random(), 6), round(24 + self.dice.random(), 6), paths,
                           [1000] * len(paths), NOW)
        if not place:
            return
        self.call("photo_open", self.one("users"), paths[0], NOW)
        number = self.value("photo_add", user, place, f"{name}/more.jpg", 2000, NOW)
        if number and self.chance(0.6):
            self.call("photo_remove", user, place, number, NOW)
        if self.chance(0.3):
            self.call("place_change", user, place, "Better view", "Higher up", "Oulu", NOW)
        if self.chance(0.2):
            self.call("place_delete", user, place, NOW)

    def do_adds_too_many_photos(self):
        self.call("place_add", self.one("users"), "Five", "Photos", "Oulu", 60, 24,
                  [self.fresh("new/x") for _ in range(5)], [1000] * 5, NOW)

    def do_changes_anothers(self):
        author, place = self.one("own")
        user = self.one("users")
        if user != author:
            self.call("place_change", user, place, "Mine", "Mine", "Oulu", NOW)

    def do_browses(self):
        user = self.one("users")
        self.call("place_search", user, self.dice.choice(["oulu", "Torino", None]),
                  self.dice.choice(["view", "by THE", None]), NOW)
        self.call("place_near", user, 60.5, 24.5, 50000, NOW)
        self.call("place_find", user, self.word(), NOW)
        self.call("place_view", user, self.one("places"), NOW)
        self.call("photo_open", user, self.one("photos")[2], NOW)

    def do_keeps_favourite(self):
        user, place = self.one("users"), self.one("places")
        self.call("favourite_add", user, place, NOW)
        self.call("favourite_list", user, NOW)
        if self.chance(0.3):
            self.call("favourite_remove", user, place, NOW)

    def do_removes_objects(self):
        self.call("removal_take", 5)
