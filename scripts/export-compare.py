#!/usr/bin/env python3
"""Compares an export with the rows that an app's imports made of it.

usage: export-compare.py EXPORT APP [CONNINFO]

EXPORT is the directory of one of Firestore, or a file: a tree of the Realtime Database, a Firestore
backup with __collections__, MongoDB's Extended JSON, accounts of Firebase as JSON or CSV.

A decoder of its own, of the standard library only, that shares nothing with Reeve's: every document
must be one row, each mapped column its field's value, and no row may be over. The mappings are those
in reeve.import. Exit status 1 and a line for each difference.
"""
import base64, csv, datetime, decimal, json, os, re, struct, subprocess, sys, uuid

BLOCK = 32768
TABLE = []
for n in range(256):
    for _ in range(8):
        n = n >> 1 ^ 0x82F63B78 if n & 1 else n >> 1
    TABLE.append(n)


def crc(data):
    value = 0xFFFFFFFF
    for byte in data:
        value = value >> 8 ^ TABLE[(value ^ byte) & 255]
    return value ^ 0xFFFFFFFF


def records(data):
    """The records of a LevelDB log."""
    at, parts = 0, None
    while at < len(data):
        left = BLOCK - at % BLOCK
        if left < 7:
            at += left
            continue
        stored, length, kind = struct.unpack_from('<IHB', data, at)
        if (stored, length, kind) == (0, 0, 0):
            at += left
            continue
        body = data[at + 7:at + 7 + length]
        sum_ = crc(bytes([kind]) + body)
        assert stored == ((sum_ >> 15 | sum_ << 17 & 0xFFFFFFFF) + 0xA282EAD8) & 0xFFFFFFFF, at
        if kind in (1, 2):
            parts = []
        parts.append(body)
        if kind in (1, 4):
            yield b''.join(parts)
        at += 7 + length


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def fields(data, at=0, group=None):
    """Fields of a protocol buffer: (number, value); a group's value is a list of such."""
    found = []
    while at < len(data):
        tag, at = varint(data, at)
        number, wire = tag >> 3, tag & 7
        if wire == 4:
            assert number == group
            return found, at
        if wire == 0:
            value, at = varint(data, at)
        elif wire == 1:
            value, at = data[at:at + 8], at + 8
        elif wire == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
        elif wire == 3:
            value, at = fields(data, at, number)
        found.append((number, value))
    assert group is None
    return found, at


def parse(data):
    return fields(data)[0]


def signed(value):
    return value - (1 << 64) if value >> 63 else value


def elements(groups, kind, ident, name):
    path = []
    for group in groups:
        parts = dict(group)
        path.append(parts[kind].decode())
        path.append(parts[name].decode() if name in parts else f'__id{signed(parts[ident])}__')
    return path


def micros(value):
    """Microseconds since 1970 as PostgreSQL prints them in UTC."""
    day, rest = divmod(value, 86400 * 10**6)
    z = day + 719468
    era, doe = divmod(z, 146097)
    yoe = (doe - doe // 1460 + doe // 36524 - doe // 146096) // 365
    doy = doe - (365 * yoe + yoe // 4 - yoe // 100)
    mp = (5 * doy + 2) // 153
    month = mp + 3 if mp < 10 else mp - 9
    year = yoe + era * 400 + (month <= 2)
    seconds, micro = divmod(rest, 10**6)
    text = '%04d-%02d-%02d %02d:%02d:%02d' % (year if year > 0 else 1 - year, month,
        doy - (153 * mp + 2) // 5 + 1, seconds // 3600, seconds // 60 % 60, seconds % 60)
    if micro:
        text += ('.%06d' % micro).rstrip('0')
    return text + ('+00' if year > 0 else '+00 BC')


def number(value):
    """A double as jsonb can hold it."""
    if value != value or value in (float('inf'), float('-inf')) or (value == 0 and str(value) == '-0.0'):
        special = {'nan': 'NaN', 'inf': 'Infinity', '-inf': '-Infinity', '-0.0': '-0.0'}
        return {'$num': special[str(value)]}
    return decimal.Decimal(repr(value))


class Value:
    """A value by kind; `json` is its form inside jsonb."""

    def __init__(self, kind, value):
        self.kind, self.value = kind, value

    def json(self):
        kind, value = self.kind, self.value
        if kind == 'double':
            return number(value)
        if kind == 'decimal':
            return decimal.Decimal(value)
        if kind == 'bytes':
            return {'$bytes': '\\x' + value.hex()}
        if kind == 'timestamp':
            return {'$ts': micros(value)}
        if kind == 'point':
            return {'$geo': [number(value[0]), number(value[1])]}
        if kind == 'reference':
            return {'$ref': value}
        if kind == 'vector':
            return {'$vec': [number(v) for v in value]}
        if kind == 'array':
            return [v.json() for v in value]
        if kind == 'map':
            if len(value) == 1 and next(iter(value)).startswith('$'):
                return {'$' + k: v.json() for k, v in value.items()}
            return {k: v.json() for k, v in value.items()}
        return value


def entity(data, home):
    result = {}
    for number_, body in parse(data):
        if number_ not in (14, 15):
            continue
        part = dict(parse(body))
        name, meaning = part[3].decode(), part.get(1, 0)
        item = value(parse(part[5]), meaning, home)
        if part.get(4):
            result.setdefault(name, Value('array', [])).value.append(item)
        else:
            result[name] = item
    return result


def value(parts, meaning, home):
    if not parts:
        return Value('array', []) if meaning == 24 else Value('null', None)
    (kind, body), = parts
    if kind == 1:
        return Value('timestamp' if meaning == 7 else 'int', signed(body))
    if kind == 2:
        return Value('bool', body != 0)
    if kind == 4:
        return Value('double', struct.unpack('<d', body)[0])
    if kind == 5:
        point = dict(body)
        return Value('point', [struct.unpack('<d', point[n])[0] for n in (6, 7)])
    if kind == 12:
        path = '/'.join(elements([b for n, b in body if n == 14], 15, 16, 17))
        app = dict(body)[13].decode().split('~', 1)[-1]
        database = dict(body).get(23, b'').decode()
        if (app, database) != home:
            path = f'projects/{app}/databases/{database or "(default)"}/documents/{path}'
        return Value('reference', path)
    if meaning in (14, 16):
        return Value('bytes', body)
    if meaning == 19:
        members = entity(body, home)
        if list(members) == ['__vector__']:
            return Value('vector', [v.value for v in members['__vector__'].value])
        return Value('map', members)
    return Value('string', body.decode())


def documents(folder):
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(n for n in names if n.startswith('output-')):
            with open(os.path.join(place, name), 'rb') as file:
                for record in records(file.read()):
                    key = dict(parse(dict(parse(record))[13]))
                    path = elements([g for _, g in parse(key[14])], 2, 3, 4)
                    home = key[13].decode().split('~', 1)[-1], key.get(23, b'').decode()
                    yield path, entity(record, home)


def plain(item):
    """A value of JSON; numbers that are not whole are doubles."""
    if isinstance(item, dict):
        return Value('map', {k: plain(v) for k, v in item.items()})
    if isinstance(item, list):
        return Value('array', [plain(v) for v in item])
    kinds = {type(None): 'null', bool: 'bool', int: 'int', float: 'double', str: 'string'}
    return Value(kinds[type(item)], item)


EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def node(item):
    """A value of a backup with __collections__."""
    if isinstance(item, list):
        return Value('array', [node(v) for v in item])
    if not isinstance(item, dict):
        return plain(item)
    inner = item.get('value')
    if item.get('__datatype__') == 'timestamp':
        return Value('timestamp', inner['_seconds'] * 10**6 + inner['_nanoseconds'] // 1000)
    if item.get('__datatype__') == 'geopoint':
        return Value('point', [float(inner['_latitude']), float(inner['_longitude'])])
    if item.get('__datatype__') == 'documentReference':
        return Value('reference', inner)
    return Value('map', {k: node(v) for k, v in item.items()})


def mongo(item):
    """A value of Extended JSON."""
    if isinstance(item, list):
        return Value('array', [mongo(v) for v in item])
    if not isinstance(item, dict):
        return plain(item)
    if len(item) == 1:
        (word, inner), = item.items()
        if word in ('$oid', '$uuid', '$symbol', '$code'):
            return Value('string', inner)
        if word in ('$numberInt', '$numberLong'):
            return Value('int', int(inner))
        if word == '$numberDouble':
            return Value('double', float(inner))
        if word == '$numberDecimal':
            special = inner in ('NaN', 'Infinity', '-Infinity')
            return Value('double', float(inner)) if special else Value('decimal', inner)
        if word == '$date' and isinstance(inner, str):
            time = datetime.datetime.fromisoformat(inner)
            return Value('timestamp', (time - EPOCH) // datetime.timedelta(microseconds=1))
        if word == '$date':
            return Value('timestamp', mongo(inner).value * 1000)
        if word == '$binary':
            data = base64.b64decode(inner['base64'])
            is_uuid = inner['subType'] == '04' and len(data) == 16
            return Value('string', str(uuid.UUID(bytes=data))) if is_uuid else Value('bytes', data)
        if word == '$undefined':
            return Value('null', None)
        if word in ('$timestamp', '$regularExpression'):
            return plain(inner)
    return Value('map', {k: mongo(v) for k, v in item.items()})


SECRET = re.compile('hash|salt|token|secret|password|key', re.I)
NAMES = {'localId': 'uid', 'emailVerified': 'email_verified', 'displayName': 'name',
    'photoUrl': 'photo_url', 'phoneNumber': 'phone', 'createdAt': 'created_at',
    'lastSignedInAt': 'last_login_at', 'customAttributes': 'claims', 'providerUserInfo': 'providers',
    'providerId': 'provider', 'rawId': 'uid'}
CSV_NAMES = {0: 'localId', 1: 'email', 2: 'emailVerified', 5: 'displayName', 6: 'photoUrl',
    23: 'createdAt', 24: 'lastSignedInAt', 25: 'phoneNumber', 26: 'disabled', 27: 'customAttributes'}
CSV_PROVIDERS = {7: 'google.com', 11: 'facebook.com', 15: 'twitter.com', 19: 'github.com'}


def account(item):
    """An account without its secrets."""
    def clean(item):
        if isinstance(item, list):
            return [clean(v) for v in item]
        if isinstance(item, dict):
            return {k: clean(v) for k, v in item.items() if not SECRET.search(k)}
        return item

    result = {}
    for name, inner in clean(item).items():
        if name == 'providerUserInfo':
            inner = [{NAMES.get(k, k): v for k, v in p.items()} for p in inner]
        if name == 'customAttributes':
            inner = clean(json.loads(inner))
        if name in ('createdAt', 'lastSignedInAt'):
            result[NAMES[name]] = Value('timestamp', int(inner) * 1000)
        else:
            result[NAMES.get(name, name)] = plain(inner)
    return result


def csv_account(row):
    item = {}
    for place, name in CSV_NAMES.items():
        if place < len(row) and row[place]:
            item[name] = row[place]
            if name in ('emailVerified', 'disabled'):
                item[name] = row[place] == 'true'
    item['providerUserInfo'] = [
        {'providerId': name} | {k: row[place + n] for n, k in
            enumerate(('rawId', 'email', 'displayName', 'photoUrl')) if row[place + n]}
        for place, name in CSV_PROVIDERS.items() if row[place]]
    return item


def members(item):
    """An object's members; an array's items by their indexes, without those that are null."""
    if isinstance(item, list):
        return {str(n): v for n, v in enumerate(item) if v is not None}
    return {k: v for k, v in item.items() if v is not None} if isinstance(item, dict) else {}


def tree(item, patterns, path=()):
    """The records of a tree; what is left of it, None where nothing is."""
    isRecord = [p for p in patterns if len(p) == len(path)]
    below = [p for p in patterns if len(p) > len(path)]
    if below and isinstance(item, (dict, list)):
        rest = {}
        for key, inner in members(item).items():
            deeper = [p for p in below if p[len(path)] == key or p[len(path)].startswith('{')]
            left = inner
            if deeper:
                left = yield from tree(inner, deeper, (*path, key))
            if left is not None:
                rest[key] = left
        item = rest or ({} if isRecord else None)
    if isRecord and item is not None:
        yield list(path), plain(item)
        return None
    return item


def backup(item, path=()):
    for name, collection in item.get('__collections__', {}).items():
        for key, document in collection.items():
            here = [*path, name, key]
            fields = {k: node(v) for k, v in document.items() if k != '__collections__'}
            yield here, Value('map', fields)
            yield from backup(document, here)


def read(export, mappings):
    """All documents, whatever the export is."""
    if os.path.isdir(export):
        return [(path, Value('map', document)) for path, document in documents(export)]
    with open(export, encoding='utf-8', newline='') as file:
        text = file.read()
    format_ = mappings[0][0]['format']
    if format_ == 'firebase-auth-csv':
        return [(None, Value('map', account(csv_account(r)))) for r in csv.reader(text.splitlines(True))]
    if format_ == 'mongodb' and not text.lstrip().startswith('['):
        lines = [json.loads(line) for line in text.split('\n') if line.strip()]
        return [(None, mongo(document)) for document in lines]
    whole = json.loads(text)
    if format_ == 'mongodb':
        return [(None, mongo(document)) for document in whole]
    if format_ == 'firebase-auth':
        return [(None, Value('map', account(user))) for user in whole['users']]
    if format_ == 'firestore-json':
        return list(backup(whole))
    found = []
    records = tree(whole, [mapping['match'].split('/') for mapping, _ in mappings])
    while True:
        try:
            found.append(next(records))
        except StopIteration as end:
            assert end.value is None, ('belongs to no record', end.value)
            return found


def matches(pattern, path):
    if pattern is None:
        return True
    pattern = pattern.split('/')
    return len(pattern) == len(path) and all(p[0] == '{' or p == s for p, s in zip(pattern, path))


PUSH = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'


def source(name, pattern, path, document):
    if name == '$id':
        return Value('string', path[-1])
    if name == '$path':
        return Value('string', '/'.join(path))
    if name == '$created':
        digits = [PUSH.index(c) for c in path[-1][:8]]
        return Value('timestamp', sum(d << 6 * (7 - n) for n, d in enumerate(digits)) * 1000)
    if name == '$value':
        return Value('null', None) if document.kind == 'map' else document
    if name.startswith('{'):
        return Value('string', path[pattern.split('/').index(name)])
    found = document
    tokens = name[1:].split('/') if name.startswith('/') else name.split('.')
    for token in tokens:
        token = token.replace('~1', '/').replace('~0', '~') if name.startswith('/') else token
        found = found.value.get(token) if found.kind == 'map' else None
        if found is None:
            return Value('null', None)
    return found


def expected(item, type_):
    """What `json_build_array` must tell of a column."""
    if item.kind == 'null':
        return None
    if type_ == 'jsonb':
        return item.json()
    if type_.endswith('[]'):
        if item.kind == 'vector':
            return [struct.pack('<d', v) for v in item.value]
        return [expected(v, type_[:-2]) for v in item.value]
    if item.kind in ('double', 'int') and type_ == 'double precision':
        return struct.pack('<d', item.value)
    if item.kind == 'decimal':
        return decimal.Decimal(item.value)
    if item.kind == 'double':
        return decimal.Decimal(repr(item.value))
    if item.kind == 'timestamp':
        return micros(item.value)
    if item.kind == 'bytes':
        return '\\x' + item.value.hex()
    if item.kind == 'point':
        return [item.value[1], item.value[0]]
    return item.value


def actual(text, type_):
    if text is None:
        return None
    if type_ == 'jsonb':
        return json.loads(text, parse_float=decimal.Decimal)
    if type_.endswith('[]'):
        return [elements_of(v, type_[:-2]) for v in json.loads(text, parse_float=decimal.Decimal)]
    if type_ == 'double precision':
        return struct.pack('<d', float(text))
    if type_ in ('bigint', 'numeric'):
        return decimal.Decimal(text)
    if type_ == 'boolean':
        return text == 'true'
    if type_ == 'point':
        return [float(v) for v in text[1:-1].split(',')]
    return text


def elements_of(item, type_):
    if type_ == 'double precision':
        return struct.pack('<d', float(item)) if item is not None else None
    if type_ == 'timestamptz' and item is not None:
        return item.replace('T', ' ').replace('+00:00', '+00')
    return item


def main():
    export, app = sys.argv[1:3]
    conninfo = sys.argv[3] if len(sys.argv) > 3 else ''

    def query(sql):
        out = subprocess.run(['psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-d', conninfo], check=True,
            input="SET TIME ZONE 'UTC'; SET extra_float_digits = 1;\n" + sql, capture_output=True,
            encoding='utf-8').stdout
        return [json.loads(line) for line in out.split('\n') if line]

    mappings = query(f"""SELECT DISTINCT jsonb_build_array(mapping, a.schema_name) FROM reeve.import i
        JOIN reeve.app a USING (app) WHERE app = '{app}' AND finished_at IS NOT NULL""")
    found = read(export, mappings)
    differences = covered = 0
    for mapping, schema in mappings:
        table = '"%s"."%s"' % (schema.replace('"', '""'), mapping['table'].replace('"', '""'))
        types = dict(query(f"""SELECT json_build_array(attname, replace(format_type(atttypid, atttypmod),
            'timestamp with time zone', 'timestamptz')) FROM pg_attribute WHERE attrelid = '{table.replace("'", "''")}'::regclass AND attnum > 0"""))
        names = sorted(mapping['columns'])
        cells = []
        for name in names:
            ident = '"%s"' % name.replace('"', '""')
            cells.append(f'to_jsonb({ident})::text' if types[name].endswith('[]') else f'{ident}::text')
        rows = {}
        for row in query(f"SELECT json_build_array({', '.join(cells)}) FROM {table}"):
            row = {n: actual(v, types[n]) for n, v in zip(names, row)}
            rows[tuple(str(row[k]) for k in mapping['key'])] = row
        for path, document in found:
            if not matches(mapping.get('match'), path):
                continue
            covered += 1
            want = {n: expected(source(mapping['columns'][n]['from'], mapping.get('match'), path, document),
                types[n]) for n in names}
            row = rows.pop(tuple(str(want[k]) for k in mapping['key']), None)
            for name in names:
                if row is None or row[name] != want[name]:
                    differences += 1
                    print('/'.join(path or []), table, name, repr(want[name]), repr(row and row[name]))
        for key in rows:
            differences += 1
            print(table, key, 'is no document')
    differences += covered != len(found)
    print(f'{covered} of {len(found)} documents, {len(mappings)} tables, {differences} differences')
    return 1 if differences else 0


sys.exit(main())
