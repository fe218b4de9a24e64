"""Customers and stores of Randevoo."""

from customers import NOW, Customers


class Play(Customers):
    facts = {
        "users": "SELECT id FROM randevoo.users ORDER BY id",
        "stores": "SELECT s.id, s.owner_id FROM randevoo.stores s WHERE s.hidden_until IS NULL ORDER BY 1",
        "heads": "SELECT id, owner_id FROM randevoo.stores WHERE head_id IS NULL ORDER BY 1",
        "branches": "SELECT id, owner_id, head_id FROM randevoo.stores WHERE head_id IS NOT NULL ORDER BY 1",
        "products": "SELECT p.id, s.owner_id, s.id FROM randevoo.products p JOIN randevoo.stores s"
                    " ON s.id = p.store_id WHERE p.deleted_at IS NULL AND p.hidden_until IS NULL ORDER BY 1",
        "variants": "SELECT v.id, p.store_id, s.owner_id FROM randevoo.product_variants v JOIN randevoo.products p"
                    " ON p.id = v.product_id JOIN randevoo.stores s ON s.id = p.store_id ORDER BY 1 DESC LIMIT 2000",
        "skus": "SELECT k.store_id, s.owner_id, k.sku FROM randevoo.variant_skus k JOIN randevoo.stores s"
                " ON s.id = k.store_id ORDER BY 1, 3",
        "pending": "SELECT r.id, r.customer_id, s.owner_id FROM randevoo.reservations r JOIN randevoo.stores s"
                   " ON s.id = r.store_id WHERE r.state IN ('pending', 'held') ORDER BY slot_start LIMIT 300",
        "approved": "SELECT r.id, r.customer_id, s.owner_id FROM randevoo.reservations r JOIN randevoo.stores s"
                    " ON s.id = r.store_id WHERE r.state = 'approved' ORDER BY slot_start LIMIT 300",
        "expected": """SELECT r.id, r.customer_id, s.owner_id, s.latitude, s.longitude
            FROM randevoo.reservations r JOIN randevoo.stores s ON s.id = r.store_id
            WHERE r.state = 'approved' AND r.scanned_at IS NULL
              AND r.slot_start <= now() + interval '1 hour' AND r.slot_end > now() ORDER BY 1""",
        "begun": """SELECT r.id, r.customer_id, s.owner_id FROM randevoo.reservations r JOIN randevoo.stores s
            ON s.id = r.store_id WHERE r.state = 'approved' AND r.slot_start <= now() ORDER BY 1 LIMIT 50""",
        "refused": """SELECT r.id, r.customer_id FROM randevoo.reservations r
            WHERE r.state IN ('disapproved', 'failed') ORDER BY state_at DESC LIMIT 50""",
        "chats": "SELECT g.id, g.customer_id, s.owner_id FROM randevoo.groups g JOIN randevoo.stores s"
                 " ON s.id = g.store_id ORDER BY 1 DESC LIMIT 100",
    }
    weights = {"books": 10, "answers": 10, "receives": 12, "browses": 4, "chats": 4}
    kinds = {"reservation_qr": "list", "reservation_reason": "list", "variant_free": "list", "slot_taken": "list"}
    shows = {"slot_list": (2, {"exceeded", "occupied", "unavailable", "available"})}
    reported = {"user": "users", "product": "products", "store": "stores"}
    aims = {("revoke", "reservation"):
            "SELECT id FROM randevoo.reservations WHERE state = 'approved' ORDER BY slot_start LIMIT 40"}
    invariants = {
        "no slot is oversold": """SELECT r.id FROM randevoo.reservations r JOIN randevoo.stores s ON s.id = r.store_id
            WHERE r.state IN ('pending', 'approved') AND r.slot_end > now()
              AND randevoo.slot_taken(r.store_id, r.slot_start, r.slot_end) > s.capacity""",
        "no variant is promised that is not there": """SELECT v.id FROM randevoo.product_variants v
            WHERE randevoo.variant_free(v.id) < 0""",
        "states changed as they may": """SELECT h.reservation_id FROM randevoo.reservation_state_history h
            WHERE h.from_state IS NOT NULL AND NOT EXISTS (
              SELECT FROM reeve.app a WHERE a.app = 'randevoo'
              AND a.manifest #> ARRAY['collections', 'reservation', 'states', 'transitions', h.from_state]
                ? h.to_state)""",
        "nothing is stale": """SELECT id FROM randevoo.reservations WHERE CASE
              WHEN state = 'pending' THEN answer_by WHEN state = 'held' THEN held_until
              WHEN state = 'approved' AND scanned_at IS NULL THEN slot_end END < now() - interval '5 minutes'""",
    }

    def do_registers(self):
        name = self.fresh("new")
        user = self.value("user_register", "New", "One", self.dice.choice(["google", "facebook"]), name,
                          email=f"{name}@mail.example")
        if user and self.chance(0.5):
            self.opens_store(user)

    def opens_store(self, user):
        store = self.value("store_open", user, f"{self.word()} house".capitalize(), "boutique", "New here", "Oulu",
                           None, 65.01, 25.47, self.dice.choice(["Europe/Helsinki", "Asia/Tokyo", "America/New_York"]),
                           None, None, None, NOW)
        if not store:
            return
        for weekday in range(1, 8):
            self.call("store_hours_set", user, store, weekday, "00:00", "23:00")
        self.call("store_change", user, store, "Round the clock", "boutique", "All day", "Oulu", None, 65.01, 25.47,
                  "1 hour", 2, 30, "24 hours", NOW)
        self.call("store_policy_set", user, store, "Shoes", "Take them off", NOW)
        product = self.value("product_list", user, store, f"{self.word()} coat", "Own", "Warm", "coats", 100, "EUR",
                             ["S", "M"], None, 9, NOW)
        self.call("product_change", user, product, f"{self.word()} coat", "Own", "Warmer", "coats", None, 120, "EUR",
                  NOW)
        self.call("product_photos_set", user, product, ["https://photos.example/c.jpg"], NOW)
        branch = self.value("branch_open", user, store, "Next door", "Oulu", None, 65.02, 25.48, "Europe/Helsinki",
                            NOW)
        if branch:
            self.call("product_copy", user, product, branch, NOW)

    def do_signs_in(self):
        self.signs_in(["google", "facebook"])

    def do_reads_notifications(self):
        self.reads_notices(self.one("users"), "notification_list", "notification_unread", "notifications_read")

    def do_follows_changes(self):
        self.follows_changes(self.one("users"))

    def do_browses(self):
        store = self.one("stores")[0]
        self.call("search_product", self.dice.choice(["silk", "bag", "coat", "cashmere", self.word()]))
        self.call("search_store", self.dice.choice(["atelier", "house", self.word()]))
        self.call("suggest_product", self.dice.choice(["ca", "si", "co"]))
        self.call("suggest_store", self.dice.choice(["at", "ho", "ro"]))
        self.searches("product", self.dice.choice(["silk", "bag", "coat"]))
        self.searches("store", self.dice.choice(["atelier", "house"]))
        self.call("branch_list", store, NOW)
        self.call("variant_list", self.one("products")[0])
        self.call("slot_grid", store, self.connection.rows("SELECT now()::date + 1")[0][0])
        if self.chance(0.2):
            self.call("store_listing", NOW)
            self.call("product_listing", NOW)

    def do_fills_bag(self):
        customer, variant = self.one("users"), self.one("variants")[0]
        self.call("at_require", NOW)
        self.call("require", True, "a question")
        self.call("bag_put", customer, variant, self.dice.randrange(3), NOW)
        self.call("bag_list", customer, NOW)
        self.call("favourite_set", customer, self.one("products")[0], self.chance(0.8), NOW)

    def do_books(self):
        customer = self.one("users")
        variant, store, _ = self.one("variants")
        self.call("customer_invited", customer, store)
        self.call("reservation_list", customer)
        slots = self.call("slot_list", store, customer, NOW)
        free = [row for row in slots or [] if row[2] == "available"]
        if not free:
            return
        # Mostly the next one, so that the visit is within the week.
        slot = free[0] if self.chance(0.7) else self.dice.choice(free)
        self.call("slot_status", store, customer, slot[0][:10], NOW)
        self.call("slot_taken", store, slot[0], slot[1])
        self.call("variant_free", variant)
        reservation = self.value("reservation_book", customer, store, slot[0], [variant], [1], NOW)
        if reservation:
            self.call("reservation_products", reservation, NOW)
            self.call("slot_list", store, customer, NOW)
            if self.chance(0.1):
                self.call("reservation_cancel", reservation, customer, NOW)

    def do_books_late(self):
        variant, store, _ = self.one("variants")
        self.call("reservation_book", self.one("users"), store, "2020-01-01 10:00+00", [variant], [1], NOW)

    def do_answers(self):
        if self.has("pending"):
            reservation, _, owner = self.one("pending")
            if self.chance(0.7):
                self.call("reservation_approve", reservation, owner, NOW)
            else:
                self.call("reservation_disapprove", reservation, owner, "We are away", NOW)

    def do_takes_back(self):
        fact = "pending" if self.chance(0.5) else "approved"
        if self.has(fact):
            reservation, customer, _ = self.one(fact)
            self.call("reservation_cancel", reservation, customer, NOW)

    def do_receives(self):
        """A customer comes to the shop."""
        if not self.has("expected"):
            return
        reservation, customer, owner, latitude, longitude = self.one("expected")
        if latitude is not None:
            self.call("customer_nearby", customer, latitude, longitude, NOW)
        token = self.value("reservation_qr", reservation, customer)
        if token and self.call("reservation_scan", token, owner, NOW):
            self.call("reservation_complete", reservation, owner, NOW)
            self.call("reservation_scan", token, owner, NOW)

    def do_waits_in_vain(self):
        if self.has("begun") and self.chance(0.5):
            reservation, _, owner = self.one("begun")
            self.call("reservation_fail", reservation, owner, "Nobody came", NOW)
        if self.has("refused"):
            self.call("reservation_reason", *self.one("refused"))

    def do_chats(self):
        if self.chance(0.3) or not self.has("chats"):
            self.call("chat_open", self.one("users"), self.one("stores")[0], NOW)
            return
        chat, customer, owner = self.one("chats")
        who = self.dice.choice([customer, owner])
        self.call("message_send", who, chat, f"Have you a {self.word()}?", NOW)
        self.call("chat_list", who, NOW)
        self.call("message_list", who, chat, NOW)
        if self.chance(0.1):
            self.call("message_send", self.one("users"), chat, "I am nobody here", NOW)

    def do_keeps_stock(self):
        variant, store, owner = self.one("variants")
        self.call("variant_stock_set", owner, variant, self.dice.randrange(5, 20), NOW)
        self.call("variant_sku_set", owner, variant, f"SKU-{variant}", NOW)
        if self.has("skus"):
            store, owner, sku = self.one("skus")
            self.call("stock_sync", owner, store, [sku, "none"], [self.dice.randrange(20), 1], NOW)
        self.call("reservation_off_grid", store, NOW)

    def do_changes_hours(self):
        store, owner = self.one("stores")
        opens = self.dice.choice(["09:30", "10:00", "11:15"])
        self.call("store_hours_set", owner, store, self.dice.randrange(1, 8), opens, "19:00")
        self.call("reservation_off_grid", store, NOW)

    def do_invites(self):
        if not self.has("branches"):
            return
        store, owner, _ = self.one("branches")
        guest, phone = self.one("users"), f"+35840{self.dice.randrange(10**6, 10**7)}"
        self.call("store_invitation_only_set", owner, store, self.chance(0.7), NOW)
        self.call("store_invite", owner, store, phone, NOW)
        code = self.value("phone_code", guest, phone, NOW)
        if code:
            self.call("phone_verify", guest, code if self.chance(0.8) else "000000", NOW)
        if self.chance(0.3):
            self.call("store_uninvite", owner, store, phone, NOW)

    def do_withdraws_product(self):
        product, owner, _ = self.one("products")
        self.call("product_offer", owner, product, "false", NOW)
        self.call("product_offer", owner, product, "true", NOW)
        if self.chance(0.3):
            self.call("product_delete", owner, product, NOW)
