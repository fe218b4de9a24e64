"""Customers of BuckIt."""

import time

from customers import NOW, Customers


class Play(Customers):
    facts = {
        "users": "SELECT id FROM buckit.users WHERE activated_at IS NOT NULL ORDER BY id",
        "half": "SELECT id FROM buckit.users WHERE activated_at IS NULL ORDER BY id",
        "activities": """SELECT id FROM buckit.activities WHERE deleted_at IS NULL AND hidden_until IS NULL
            ORDER BY id""",
        "posts": "SELECT author_id, id FROM buckit.activities WHERE deleted_at IS NULL ORDER BY id DESC LIMIT 60",
        "buckets": "SELECT owner_id, id FROM buckit.buckets ORDER BY id DESC LIMIT 200",
        "items": "SELECT b.owner_id, b.id, i.activity_id FROM buckit.bucket_items i JOIN buckit.buckets b"
                 " ON b.id = i.bucket_id ORDER BY i.added_at DESC, 2, 3 LIMIT 200",
        "itineraries": "SELECT author_id, id FROM buckit.itineraries ORDER BY id",
        "comments": "SELECT author_id, id FROM buckit.comments ORDER BY id DESC LIMIT 100",
    }
    weights = {"votes": 8, "browses": 5, "keeps_bucket": 5, "comments": 4, "shows_profile": 4, "posts": 2}
    kinds = {"profile": "profile"}
    promises = {"profile": 1, "add or delete": 1, "list": 1, "vote seen": 0.8, "error": 3}
    passed = """SELECT id::text FROM buckit.activities
        WHERE happens_at BETWEEN now() - interval '1 hour' AND now()"""
    reported = {"user": "users", "activity": "activities"}
    invariants = {
        "comment_count is the number of shown comments": """SELECT a.id FROM buckit.activities a
            WHERE a.comment_count <> (SELECT count(*) FROM buckit.comments c WHERE c.activity_id = a.id)
            AND NOT EXISTS (SELECT FROM buckit.comments c WHERE c.activity_id = a.id AND c.hidden_until > now())""",
        "nobody who is not activated has posted": """SELECT a.id FROM buckit.activities a
            JOIN buckit.users u ON u.id = a.author_id WHERE u.activated_at IS NULL AND u.username !~ '^erased'""",
        "a copy names its origin's author": """SELECT c.id FROM buckit.buckets c
            JOIN buckit.buckets o ON o.id = c.origin_id WHERE c.author_id <> o.author_id""",
    }

    def spot(self):
        return 60 + self.dice.random(), 24 + self.dice.random()

    def do_signs_up(self):
        name = self.fresh("new")
        user = self.value("user_sign_up", name, "New One", self.dice.choice(["email", "google", "facebook"]),
                          name, f"{name}@mail.example", NOW)
        if user and self.chance(0.7):
            self.call("user_activate", user, f"https://photos.example/{name}.jpg", NOW)
            self.call("user_photo", user, f"https://photos.example/{name}-2.jpg", NOW)
        if user and self.chance(0.3):
            self.call("user_change", user, name + ".b", "Newer One", NOW)

    def do_half_account_tries(self):
        if self.has("half"):
            self.call("comment_write", self.one("half"), self.one("activities"), "May I?", NOW)

    def do_signs_in(self):
        self.signs_in(["email", "google", "facebook"])

    def do_reads_notices(self):
        self.reads_notices(self.one("users"))

    def do_follows_changes(self):
        self.follows_changes(self.one("users"))

    def do_shows_profile(self):
        self.call("profile", self.one("users"), NOW)

    def do_follows(self):
        one, other = self.one("users"), self.one("users")
        if one != other:
            self.call("user_follow", one, other, NOW)
            if self.chance(0.4):
                self.call("user_unfollow", one, other, NOW)

    def do_posts(self):
        user, place = self.one("users"), self.spot()
        words = f"{self.word()} {self.word()}".capitalize()
        activity = self.value("activity_post", user, words, "Come along", "https://photos.example/a.jpg",
                              self.word(), *place, self.soon(), NOW)
        if activity and self.chance(0.3):
            self.call("activity_change", user, activity, words + " again", "Come along",
                      "https://photos.example/a.jpg", self.word(), *place, self.soon(), NOW)
        if activity and self.chance(0.15):
            self.call("activity_delete", user, activity, NOW)

    def soon(self):
        """Some are past before the week is over."""
        return self.connection.rows(f"SELECT now() + interval '{self.dice.randrange(3, 400)} hours'")[0][0]

    def do_changes_anothers(self):
        author, activity = self.one("posts")
        user = self.one("users")
        if user != author:
            self.call("activity_delete", user, activity, NOW)

    def do_browses(self):
        latitude, longitude = self.spot()
        self.call("activity_listing", NOW)
        self.call("activity_page", self.one("activities"), NOW)
        self.call("activity_near", latitude, longitude, 20000, NOW)
        self.call("activity_map", latitude - 1, longitude - 1, latitude + 1, longitude + 1, NOW)
        self.call("trending_activity", self.one("users"), latitude, longitude, 50000)
        self.call("search_activity", self.word())
        self.call("suggest_activity", self.word()[:3])
        self.searches("activity", self.word())

    def do_votes(self):
        user, activity, value = self.one("users"), self.one("activities"), self.dice.choice([1, 1, 1, -1])
        begin = time.monotonic()
        if self.call("vote_cast", user, activity, value, NOW) is not None:
            # Another phone asks.
            self.call("activity_page", activity, NOW, session=self.other)
            self.book.measure("vote seen", time.monotonic() - begin)
        if self.chance(0.3):
            self.call("vote_change", user, activity, -value, NOW)
        if self.chance(0.1):
            self.call("vote_withdraw", user, activity, NOW)

    def do_comments(self):
        user, activity = self.one("users"), self.one("activities")
        comment = self.value("comment_write", user, activity, f"The {self.word()}!", NOW)
        self.call("comment_list", activity, NOW)
        self.call("comment_view", self.one("comments")[1], NOW)
        if comment and self.chance(0.2):
            self.call("comment_delete", user, comment, NOW)

    def do_keeps_favourite(self):
        user, activity = self.one("users"), self.one("activities")
        self.call("favourite_add", user, activity, NOW)
        if self.chance(0.3):
            self.call("favourite_remove", user, activity, NOW)

    def do_makes_bucket(self):
        user = self.one("users")
        bucket = self.value("bucket_make", user, f"My {self.word()}", None, NOW)
        if bucket:
            self.call("bucket_change", user, bucket, f"Our {self.word()}", None, NOW)
            if self.chance(0.2):
                self.call("bucket_delete", user, bucket, NOW)

    def do_keeps_bucket(self):
        owner, bucket = self.one("buckets")
        activity = self.one("activities")
        self.call("item_add", owner, bucket, activity, NOW)
        self.call("bucket_view", owner, bucket, NOW)
        if self.chance(0.5):
            self.call("item_done", owner, bucket, activity, self.chance(0.9), NOW)
        if self.chance(0.3):
            self.call("item_remove", owner, bucket, activity, NOW)
        self.call("bucket_list", self.one("users"), owner, NOW)

    def do_copies_bucket(self):
        self.call("bucket_copy", self.one("users"), self.one("buckets")[1], NOW)

    def do_plans(self):
        user = self.one("users")
        stops = self.dice.sample([row[0] for row in self.book.facts["activities"]], 3)
        itinerary = self.value("itinerary_make", user, f"A {self.word()} day", stops, NOW)
        self.call("itinerary_list", user, NOW)
        if itinerary:
            self.call("itinerary_change", user, itinerary, f"A {self.word()} week", stops[:2], NOW)
            self.call("itinerary_view", itinerary, NOW)
            if self.chance(0.3):
                self.call("itinerary_delete", user, itinerary, NOW)
