"""Students of Lode: what they have comes from their phones' files, which the team imports."""

from customers import NOW, Customers


class Play(Customers):
    facts = {
        "students": "SELECT id FROM lode.students ORDER BY id",
        "agreed": """SELECT DISTINCT student_id FROM lode.consents WHERE withdrawn_at IS NULL ORDER BY 1""",
        "courses": "SELECT student_id, id FROM lode.courses ORDER BY 2",
    }
    shows = {"course_list": (4, {"active", "passed"}), "agenda": (4, {"upcoming", "urgent", "past", "archived"})}
    weights = {"looks": 6, "asks_what_if": 4}
    invariants = {
        "no file of a student who never agreed": """SELECT f.student_id FROM lode.file_courses f WHERE NOT EXISTS (
            SELECT FROM lode.consents c WHERE c.student_id = f.student_id)""",
        "a course is of one student": """SELECT e.id FROM lode.exams e JOIN lode.courses c ON c.id = e.course_id
            WHERE c.student_id <> e.student_id""",
    }

    def do_registers(self):
        name = self.fresh("LODE")
        student = self.value("student_register", name, "New", f"{name}@uni.example", NOW)
        if student and self.chance(0.8):
            self.call("consent_give", student, "2026-01", NOW)

    def do_withdraws(self):
        student = self.one("agreed")
        self.call("consent_withdraw", student, NOW)
        if self.chance(0.5):
            self.call("consent_give", student, "2026-01", NOW)

    def do_looks(self):
        student = self.one("students")
        self.call("stats", student)
        self.call("course_list", student)
        self.call("agenda", student, NOW)

    def do_asks_what_if(self):
        student, course = self.one("courses")
        self.call("course_delta", course, student)
        self.call("credits_delta", student, self.dice.choice([3, 6, 9, 12, 0]))

    def do_asks_about_anothers(self):
        self.call("course_delta", self.one("courses")[1], self.one("students"))
