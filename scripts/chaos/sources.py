#!/usr/bin/env python3
"""Writes a random export, with the edges of its format: sources.py FORMAT RECORDS SEED."""

import base64, csv, json, random, sys, uuid

PUSH = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
ODD = ['__proto__', '.', 'constructor', 'a b', 'é\u0301', '名', '\u202e', '"', '\\', "'", '{}', '[0]', 'NULL']


def push_id():
    time = random.randrange(1_400_000_000_000, 1_700_000_000_000)
    digits = [time >> 6 * (7 - n) & 63 for n in range(8)] + [random.randrange(64) for _ in range(12)]
    return ''.join(PUSH[d] for d in digits)


def text():
    return ''.join(random.choice('abc "\\\n\té名😀,;{}[]$') for _ in range(random.randrange(30)))


def number():
    return random.choice([0, -1, 2**53, -2**53, 0.5, 1e-300, 1.7976931348623157e308, 5e-324, 0.1, 1e21,
        random.randrange(10**6), random.random()])


def value(depth=2):
    kind = random.randrange(7 if depth else 4)
    if kind == 4:
        # Neither an empty object nor null is stored; an array keeps its places.
        return [value(depth - 1) for _ in range(random.randrange(1, 4))] + [None, True]
    if kind > 4:
        return {random.choice(ODD): value(depth - 1), 'x': value(depth - 1)}
    return [True, number(), text(), 'word'][kind]


def tree(count):
    users, orders, likes = {}, count // 2, {}
    for n in range(count // 4):
        user = {'name': text(), 'score': number(), 'at': random.randrange(10**12), 'any': value(), 'ok': n % 3 == 0}
        if n % 2:
            user['orders'] = {push_id(): {'total': number(), 'lines': [None, {'sku': text()}, None, {'sku': 'b'}]}
                for _ in range(4)}
        if n % 5 == 0:
            user['tags'] = ['a', None, text()]
        users[random.choice(ODD) + str(n) if n % 7 == 0 else 'uid%024d' % n] = user
        likes['uid%024d' % n] = {push_id(): True, push_id(): False}
    return {'users': users, 'likes': likes, 'list': [None] + [{'n': n} for n in range(orders // 4)],
        'byNumber': {str(n): {'n': n, 't': text()} for n in range(3, orders // 4, 2)}, 'version': 3,
        'config': {'on': True, 'limits': {'a': 1}}}


def backup(count):
    def typed():
        return random.choice([
            {'__datatype__': 'timestamp', 'value': {'_seconds': random.randrange(-10**9, 10**10),
                '_nanoseconds': random.randrange(10**6) * 1000}},
            {'__datatype__': 'geopoint', 'value': {'_latitude': 1.5, '_longitude': -0.25}},
            {'__datatype__': 'documentReference', 'value': 'users/u1'}, value()])

    users = {}
    for n in range(count // 3):
        users[f'u{n}'] = {'t': typed(), 'at': {'__datatype__': 'timestamp', 'value': {'_seconds': n, '_nanoseconds': 0}},
            'none': None, 'empty': {}, 'list': [], '__collections__': {'orders': {
                f'{m}': {'n': m, 'x': typed(), '__collections__': {}} for m in range(2)}}}
    return {'__collections__': {'users': users, 'none': {}}}


def document(n):
    oid = '%024x' % random.randrange(16**24)
    long = random.choice([-2**63, 2**63 - 1, n])
    return {'_id': {'$oid': oid}, 'int': {'$numberInt': str(n)}, 'long': {'$numberLong': str(long)},
        'double': {'$numberDouble': random.choice(['NaN', 'Infinity', '-Infinity', '0.1', '1e300', '-0.0', '5.0E-324'])},
        'decimal': {'$numberDecimal': random.choice(['1E+3', '-0.00', '0.1', '9.999E-50', '12345678901234567890.5'])},
        'at': random.choice([{'$date': {'$numberLong': str(random.randrange(-10**12, 10**14))}},
            {'$date': '2020-02-29T23:59:59.999Z'}, {'$date': '1969-12-31T23:59:59.5+05:30'}]),
        'bytes': {'$binary': {'base64': base64.b64encode(random.randbytes(n % 5)).decode(), 'subType': '00'}},
        'uuid': {'$binary': {'base64': base64.b64encode(uuid.UUID(int=n).bytes).decode(), 'subType': '04'}},
        'regex': {'$regularExpression': {'pattern': '^a', 'options': 'i'}}, 'sub': {'a': [{'$numberInt': '1'}, {'$undefined': True}]},
        'plain': value(), 'text': text()}


def account(n):
    item = {'localId': f'u{n}', 'email': f'u{n}@example.org', 'emailVerified': n % 2 == 0,
        'passwordHash': 'kEpToUt%08d==' % n, 'salt': 'kEpToUt%d=' % n, 'displayName': text().replace('"', '').replace('\n', ''),
        'createdAt': str(1_500_000_000_000 + n), 'disabled': n % 9 == 0, 'providerUserInfo': []}
    if n % 3:
        item['lastSignedInAt'] = str(1_600_000_000_000 + n)
        item['phoneNumber'] = '+49%d' % n
        item['providerUserInfo'] = [{'providerId': 'google.com', 'rawId': f'g{n}', 'email': f'g{n}@example.org'}]
    if n % 4 == 0:
        item['customAttributes'] = json.dumps({'admin': n % 8 == 0, 'apiToken': 'kEpToUt', 'level': n})
    return item


def table(count):
    writer = csv.writer(sys.stdout, lineterminator='\n')
    for n in range(count):
        user = account(n)
        row = [''] * 28
        for place, name in ((0, 'localId'), (1, 'email'), (2, 'emailVerified'), (3, 'passwordHash'), (4, 'salt'),
                (5, 'displayName'), (23, 'createdAt'), (24, 'lastSignedInAt'), (25, 'phoneNumber'),
                (26, 'disabled'), (27, 'customAttributes')):
            word = user.get(name, '')
            row[place] = str(word).lower() if isinstance(word, bool) else word
        for provider in user['providerUserInfo']:
            row[7:9] = provider['rawId'], provider['email']
        writer.writerow(row)


def main():
    format_, count = sys.argv[1], int(sys.argv[2])
    random.seed(sys.argv[3])
    indent = random.choice([None, 2])
    if format_ == 'rtdb':
        json.dump(tree(count), sys.stdout, ensure_ascii=random.random() < 0.5, indent=indent)
    elif format_ == 'firestore-json':
        json.dump(backup(count), sys.stdout, ensure_ascii=False, indent=indent)
    elif format_ == 'mongodb':
        for n in range(count):
            print(json.dumps(document(n), ensure_ascii=False))
    elif format_ == 'firebase-auth':
        json.dump({'users': [account(n) for n in range(count)]}, sys.stdout, indent=indent)
    else:
        table(count)


main()
