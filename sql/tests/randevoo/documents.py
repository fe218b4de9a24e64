"""Writes an export of the former app's documents, and of its accounts, in the shapes that its code wrote.

documents.py FOLDER [later]: FOLDER/documents.json is the JSON form of an export of Firestore, FOLDER/accounts.json what
`firebase auth:export` writes, FOLDER/bucket.json a listing of its photos. With later the app has gone on for a day. Of each collection there are over 200 good
records, of whole and of earlier shapes, and broken ones, which the names of their documents begin with (bad_…).
"""
import json
import sys
from datetime import datetime, timedelta, timezone

folder, is_later = sys.argv[1], sys.argv[2:] == ["later"]
PEOPLE, SHOPS, THINGS = 260, 220, 230
now = datetime.now(timezone.utc).replace(microsecond=0)
start = datetime(2021, 2, 13, 15, 35, 31, 123000, timezone.utc)
store, objects = {}, {}


def name(kind, number):
    """An id as Firestore makes them: 20 letters and digits."""
    return f"{kind}{number:0{20 - len(kind)}d}"


def written(at):
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"


def add(collection, key, **fields):
    store.setdefault(collection, {})[key] = {"id": key, **fields}


def photo(folder, key):
    objects[f"{folder}/{key}"] = {"name": f"{folder}/{key}", "size": "1000", "contentType": "image/jpeg"}
    return ("https://firebasestorage.googleapis.com/v0/b/randevoo-e2dc4.appspot.com/o/"
            f"{folder}%2F{key}?alt=media&token=fbd29be7-5c79-43a5-a888-{key[-12:]:0>12}")


user, shop, thing = (lambda n: name("User", n)), (lambda n: name("Shop", n)), (lambda n: name("Thing", n))
uid = lambda n: f"{n:04d}abcdefghijklmnopqrstuvwx"  # noqa: E731

# People: the last ten as test data had them, without most fields; three of an older shape.
for n in range(PEOPLE):
    at = written(start + timedelta(hours=n))
    if n >= 250:
        add("users", user(n), name=f"Old {n}", username=f"old{n}", location="Bangkok, Thailand", isBanned=False)
    else:
        add("users", user(n), name=f"Name{n} Van der {n}" if n % 3 else f"Single{n}", username=f"name{n}",
            profileUrl=photo("profile_images", user(n)) if n % 2 else "", bio="Hi", country="Thailand" if n % 4 else "",
            location="Bangkok, Thailand" if n % 4 else "", website="", createdAt=at, isOnline=n % 5 == 0,
            isBanned=n in (7, 8))
    if n != 9:  # Who has no document of a sign-in.
        add("providers", uid(n), userId=user(n), name="Google", email=f"Name{n}@mail.example", createdAt=at, isCurrent=True)
store["users"][user(245)] = {"id": user(245), "fullName": "Full Name", "isBanned": False}
store["users"][user(246)] = {"id": user(246), "name": "", "username": "empty", "createdAt": ""}
store["users"][user(247)] = {"displayName": "From Web", "email": "web@mail.example", "createdAt": {
    "__datatype__": "timestamp", "value": {"_seconds": 1613230531, "_nanoseconds": 0}}}

# Shops: user n owns shop n; user 0 has two. Shop 5 is banned, and shop 7 with its owner.
for n in range(SHOPS):
    at = written(start + timedelta(days=1, hours=n))
    add("businesses", shop(n), userId=user(n), name=f"Shop {n}", type=["Brand", "Retail", "Haute Couture"][n % 3],
        username=f"shop{n}", profileUrl="", bio="Bio", country="Thailand",
        location=["Bangkok, Thailand", "", "Chiang Mai, Thailand"][n % 3], website="", createdAt=at,
        isVerified=n % 2 == 0, isOnline=False, isBanned=n in (5, 7))
    add("bizInfos", name("Info", n), businessId=shop(n), about=f"About {n}", policy=f"Line 1\nLine {n}" if n % 2 else "",
        email=f"shop{n}@mail.example", phoneNumber="0812345678", createdAt=at, isCurrent=True,
        **({"geoPoint": {"lat": 13.7 + n / 1000, "long": 100.5}} if n % 4 else {}))
    add("bizPeriods", name("Period", n), businessId=shop(n), createdAt=at,
        bizHours=[{"dateLabel": d, "openTime": "09:00", "closeTime": "18:30" if d == "FRI" else "18:00",
                   "isActive": d != "SUN"} for d in "SUN MON TUE WED THU FRI SAT".split()],
        bizRange=[{"label": "One Week", "value": 7}, {"label": "Three Weeks", "value": 21},
                  {"label": "Two Months", "value": 2}][n % 3],
        bizTimeslot={"label": "Half Hour", "value": 0.5} if n % 2 else {"label": "Two Hours", "value": 2},
        bizAvailability={"label": "2 Times", "value": 2})
add("businesses", name("Second", 0), userId=user(0), name="Second", username="second", location="Singapore, Singapore",
    type="Fashion", isBanned=False)
add("bizInfos", name("Old", 1), businessId=shop(1), about="Not this one", policy="", createdAt=written(start), isCurrent=False)
store["bizPeriods"][name("Period", 3)]["bizHours"] = [
    {"dateLabel": "MON", "openTime": "18:00", "closeTime": "09:00", "isActive": True}]

# What things are filed under, and things: thing n is of shop n modulo 200.
for n in range(210):
    add("subcategories", name("Sub", n), categoryId=name("Cat", n % 3), label=f"Men Things {n}", name=f"Things {n}",
        photoUrl="", variations=[name("Var", 0)] if n % 2 else [""])
    add("variations", name("Var", n), label="Colors", name="color", values=["Red", "Blue"])
    add("categories", name("Cat", n), name=["Men", "Women", "Services"][n % 3])
for n in range(THINGS):
    add("products", thing(n), businessId=shop(n % 200), name=f"Thing {n}", price=[5290, 99.5][n % 2],
        subcategoryId=name("Sub", n % 210), available=5, description="Described",
        variants=[{"color": "Red", "size": "S", "quantity": 3, "available": 2},
                  {"color": "Blue", "size": "M", "quantity": 4, "available": 3}],
        photoUrls=[photo("product_images", thing(n)), photo("product_images", thing(n) + "b")],
        createdAt=written(start + timedelta(days=2, hours=n)), isAvailable=n != 11, isBanned=n == 10,
        isActive=n not in (5, 12))
    if n < 220:
        add("collections", name("Coll", n), name=f"Season {n}", photoUrl="", products=[thing(n), "1"], businessId=shop(n % 200))
store["products"][thing(228)] = {"id": thing(228), "businessId": shop(0), "name": "Test", "price": 6790,
                                 "photoUrls": ["1", "2"], "isActive": True, "isAvailable": True, "isBanned": False,
                                 "description": "Of test data"}
store["products"][thing(229)] = {"id": thing(229), "sellerId": user(3), "name": "Older", "price": 10, "isSold": True}
for n in range(210):
    add("saves", name("Save", n), productId=thing(n), userId=user((n * 7) % 240))
    add("bags", name("Bag", n), productId=thing(n), userId=user((n * 11) % 240),
        variant={"color": "Red", "size": "S", "quantity": 1 + n % 3, "available": 0})
store["bags"][name("Bag", 4)]["variant"]["size"] = "XXL"


def reserve(n, status, day, hours, customer=None, at=None, things=None, **more):
    customer, business = user(220 + n % 25) if customer is None else customer, shop(n % 200)
    add("timeslots", name("Slot", n), businessId=business, userId=customer, date=day, time=hours,
        isApproved=status in ("Approved", "Completed", "Failed"))
    created = start + timedelta(days=20, minutes=n)
    add("reservations", name("Res", n), businessId=business, userId=customer, qrCode="D1F8A1E5-7C1B",
        timeslotId=name("Slot", n), status=status, reason="", createdAt=written(created if at is None else at),
        products=[{"productId": thing(n % 200), "variant": {"color": "Red", "size": "S", "quantity": 1, "available": 0}}]
        if things is None else things,
        **{"isCanceled": False, "canceledBy": "", "canceledAt": "", "approvedAt": "", "completedAt": "", **more})


to_come = (now + timedelta(days=40)).strftime("%Y-%m-%d")
for n in range(240):
    status = ["Completed", "Failed", "Declined", "Canceled", "Pending", "Approved"][n % 6]
    at = start + timedelta(days=21, minutes=n)
    more = {"approvedAt": written(at)} if status in ("Completed", "Failed", "Approved") else {}
    if status == "Completed":
        more["completedAt"] = written(at + timedelta(days=1))
    if status == "Canceled":
        more |= {"isCanceled": n % 12 == 3, "canceledBy": user(220 + n % 25) if n % 12 == 9 else shop(n % 200),
                 "canceledAt": written(at)}
    reserve(n, status, ["2021-03-08", "2021-3-9"][n % 2], ["9:00 - 9:30", "13:30 - 15:30"][n % 2], **more)
# To come: what the shop approved, what waits, a third for two places, and two at once of one customer.
done = {"approvedAt": written(now)}
reserve(240, "Completed" if is_later else "Approved", to_come, "9:00 - 11:00", user(230), now,
        **({**done, "completedAt": written(now)} if is_later else done))
reserve(241, "Approved" if is_later else "Pending", to_come, "9:00 - 9:30", user(231), now, **(done if is_later else {}))
for n, who in ((242, 232), (440, 233), (640, 234)):  # The last two are of shop 40, as is the next.
    reserve(n, "Pending", to_come, "11:00 - 13:00", user(who), now)
reserve(840, "Pending", to_come, "11:00 - 13:00", user(235), now + timedelta(minutes=1))
reserve(243, "Pending", to_come, "12:30 - 14:30", user(232), now + timedelta(minutes=1))
reserve(405, "Pending", to_come, "9:00 - 9:30", user(238), now)  # Shop 5 is banned.
reserve(250, "Pending", to_come, "23:00 - 25:00", user(236), now)
reserve(244, "Completed", "2021-03-10", "9:00 - 9:30", user(237), things=[
    {"productId": thing(44), "variant": {"color": "Green", "size": "S", "quantity": 2, "available": 0}}])

# Chats: messenger n is between user n and shop n + 1; two of one pair; one nobody wrote in; one of two people.
for n in range(210):
    add("messengers", name("Chat", n), members=[user(n), shop(n + 1)] if n % 2 else [shop(n + 1), user(n)],
        createdAt=written(start + timedelta(days=3, hours=n)), isEmpty=False)
    texts = [(user(n), shop(n + 1), "text", f"Is it blue? {n}"), (shop(n + 1), user(n), "text", f"Yes {n}"),
             (user(n), shop(n + 1), "photo", photo("message_images", name("Pic", n)))]
    for place, (sender, receiver, kind, content) in enumerate(texts):
        last = {"id": name(f"Msg{place}", n), "type": kind, "content": content, "senderId": sender, "receiverId": receiver,
                "isRead": place < 2, "createdAt": written(start + timedelta(days=3, hours=n, minutes=place))}
        store.setdefault("contents", {}).setdefault(name("Chat", n), {})[last["id"]] = last
    store["messengers"][name("Chat", n)]["recent"] = last
empty = {"id": "", "type": "", "content": "", "senderId": "", "receiverId": "", "isRead": False}
add("messengers", name("Twin", 1), members=[shop(2), user(1)], createdAt=written(start + timedelta(days=90)), isEmpty=False,
    recent={**empty, "content": "again", "createdAt": written(start + timedelta(days=91))})
store["contents"][name("Twin", 1)] = {name("Twin", 1): {
    "id": name("Twin", 1), "type": "text", "content": "again", "senderId": user(1), "receiverId": shop(2), "isRead": False,
    "createdAt": written(start + timedelta(days=91))}}
add("messengers", name("Silent", 1), members=[user(230), shop(3)], createdAt=written(start), isEmpty=True,
    recent={**empty, "createdAt": written(start)})
add("messengers", name("People", 1), members=[user(230), user(231)], createdAt=written(start), isEmpty=False,
    recent={**empty, "content": "Hi", "createdAt": written(start)})
store["contents"][name("People", 1)] = {name("Hi", 1): {
    "id": name("Hi", 1), "type": "text", "content": "Hi", "senderId": user(230), "receiverId": user(231), "isRead": False,
    "createdAt": written(start)}}
store["messengers"][name("Chat", 20)]["recent"] = {**store["messengers"][name("Chat", 20)]["recent"], "content": "Other words"}

said = ["username has requested a reservation", "username has approved your reservation",
        "You have completed your reservation to username", "You have failed to complete your reservation to username",
        "Your reservation has been canceled by username", "Your reservation has been declined by username",
        "username has requested for cancellation", "Your cancellation has been approved by username"]
for n in range(240):
    customer, business = user(220 + n % 25), shop(n % 200)
    sender, receiver = (customer, business) if n % 8 in (0, 6) else (business, customer)
    add("activities", name("Act", n), senderId=sender, receiverId=receiver, reservationId=name("Res", n),
        content=f"{said[n % 8]}, 2021-03-08 9:00-9:30 for 1 product.", createdAt=written(start + timedelta(days=22, hours=n)))
    add("devices", name("Device", n), accountId=user(n), tokens=[
        {"id": name("Token", n), "fcmToken": f"cL7bZodb10n9llS0gOwatS:{n}", "createdAt": written(start)}])
    add("chats", name("Old", n), type="text", content="Old words", senderId=user(n), receiverId=user(n + 1), isRead=False,
        isNotify=False)
add("admins", name("Admin", 1), username="lex", password="5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8")

# What does not fit, each alone.
if not is_later:
    add("providers", "bad_nobody's", userId=user(9999), name="Google", email="x@mail.example")
    add("providers", "bad_no_user", name="Google")
    add("users", "bad_type", name=["a", "list"])
    add("users", "bad_zero", name="Zero\u0000byte")
    add("users", "bad_field", name="New", shoeSize=43)
    add("businesses", "bad_owner", userId="nobody", name="Lost")
    add("businesses", "bad_name", userId=user(1), name="")
    add("bizInfos", "bad_lost", businessId="bad_owner", about="Lost")
    add("bizPeriods", "bad_hours", businessId=shop(2), bizHours="always")
    add("collections", "bad_name", name="", products=[])
    add("products", "bad_shop", businessId="gone", name="Lost", price=1)
    add("products", "bad_price", businessId=shop(1), name="Debt", price=-1)
    add("products", "bad_nan", businessId=shop(1), name="NaN", price="NaN")
    add("products", "bad_variants", businessId=shop(1), name="Map", price=1, variants={"0": {}})
    add("saves", "bad_save", productId="gone", userId=user(1))
    add("saves", "bad_twice", productId=thing(1), userId=user(7))
    add("bags", "bad_bag", productId=thing(1), userId="gone", variant={"color": "Red", "size": "S", "quantity": 1})
    add("reservations", "bad_state", businessId=shop(1), userId=user(2), timeslotId=name("Slot", 1), status="Dreamt")
    add("reservations", "bad_customer", businessId=shop(1), userId="gone", timeslotId=name("Slot", 1), status="Failed")
    add("reservations", "lost_slot", businessId=shop(1), userId=user(2), timeslotId="gone", status="Failed", products=[])
    add("reservations", "odd_slot", businessId=shop(1), userId=user(2), timeslotId="odd", status="Failed", products=[])
    add("timeslots", "odd", businessId=shop(1), userId=user(2), date="2021-02-30", time="9:00 - 9:30")
    add("messengers", "bad_members", members="both")
    store["contents"]["gone"] = {"bad_lost": {"id": "bad_lost", "type": "text", "content": "x", "senderId": user(1),
                                              "receiverId": shop(2), "createdAt": written(start)}}
    store["contents"][name("Chat", 1)]["bad_empty"] = {"id": "bad_empty", "type": "text", "content": "", "senderId": user(1),
                                                      "createdAt": written(start)}
    store["contents"][name("Chat", 1)]["bad_author"] = {"id": "bad_author", "type": "text", "content": "x",
                                                       "senderId": "gone", "createdAt": written(start)}
    add("activities", "bad_words", senderId=shop(1), receiverId=user(1), reservationId=name("Res", 1), content="Hello",
        createdAt=written(start))
else:
    store["users"][user(1)]["name"] = "Changed Name"
    store["products"][thing(20)]["price"] = 7777
    store["products"][thing(20)]["variants"][0]["quantity"] = 9
    store["products"][thing(21)]["price"] = 7777
    store["products"][thing(11)]["isAvailable"] = True
    store["bizPeriods"][name("Period", 9)]["bizHours"][1]["openTime"] = "10:00"

whole = lambda documents: {k: {**v, "__collections__": {}} for k, v in documents.items()}  # noqa: E731
chats = store.pop("contents")
tree = {c: whole(d) for c, d in store.items()}
tree["messages"] = {k: {"__collections__": {"contents": whole(v)}} for k, v in chats.items()}
with open(f"{folder}/documents.json", "w", encoding="utf-8") as file:
    json.dump({"__collections__": tree}, file)


def account(n, *providers, **more):
    return {"localId": uid(n) if isinstance(n, int) else n, "createdAt": "1613230531000", "passwordHash": "c2VjcmV0", "salt":
            "c2FsdA==", "providerUserInfo": [{"providerId": p, "rawId": r} for p, r in providers], **more}


accounts = [account(n, ("google.com", f"1000{n}"), email=f"Name{n}@mail.example", emailVerified=n % 2 == 0)
            for n in range(PEOPLE) if n not in (9, 12)]
accounts[3]["disabled"] = True
accounts[4]["providerUserInfo"].append({"providerId": "facebook.com", "rawId": "2004"})
accounts[5]["providerUserInfo"].append({"providerId": "facebook.com", "rawId": "3003"})
accounts[6]["providerUserInfo"] += [{"providerId": "facebook.com", "rawId": "3003"}, {"providerId": "apple.com", "rawId": "1"}]
accounts[8]["email"] = "other@mail.example"
accounts += [account("facebook0only", ("facebook.com", "4004"), displayName="Face Book"),
             account("disabled0only", ("google.com", "5005"), displayName="Dis Abled", disabled=True)]
with open(f"{folder}/accounts.json", "w", encoding="utf-8") as file:
    json.dump({"users": accounts}, file)

del objects[f"product_images/{thing(1)}"], objects[f"profile_images/{user(1)}"]
objects["profile_images/old"] = {"name": "profile_images/old", "size": "7"}
objects["message_images/with space+"] = {"name": "message_images/with space+", "size": "5"}
with open(f"{folder}/bucket.json", "w", encoding="utf-8") as file:
    json.dump(list(objects.values()), file)
