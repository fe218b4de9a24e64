"""Stores as Core Data and its mirror in iCloud write them."""
import os, plistlib, sqlite3, sys, uuid, zlib
KINDS = {'UUID': 1100, 'String': 700, 'Int': 100, 'Bool': 800, 'Date': 900}
COLUMN = {'UUID': 'BLOB', 'String': 'VARCHAR', 'Int': 'INTEGER', 'Bool': 'INTEGER', 'Date': 'TIMESTAMP'}
MODEL = {
    'Assignment': {'caption': 'String', 'color': 'String', 'dueDate': 'Date', 'id': 'UUID', 'title': 'String'},
    'Course': {'cfu': 'Int', 'color': 'String', 'expectedLaude': 'Bool', 'expectedMark': 'Int', 'iconName': 'String', 'id': 'UUID',
               'laude': 'Bool', 'mark': 'Int', 'name': 'String', 'exams': None},
    'Exam': {'color': 'String', 'date': 'Date', 'id': 'UUID', 'title': 'String', 'courseId': 'Course'}}
OLD = {
    'Assignment': {'caption': 'String', 'colorColumnIndex': 'Int', 'colorRowIndex': 'Int', 'dueDate': 'Date', 'id': 'UUID', 'title': 'String'},
    'Course': {'cfu': 'Int', 'colorColIndex': 'Int', 'colorRowIndex': 'Int', 'expectedLaude': 'Bool', 'expectedMark': 'Int',
               'iconName': 'String', 'id': 'UUID', 'laude': 'Bool', 'mark': 'Int', 'name': 'String'},
    'Exam': {'colorColIndex': 'Int', 'colorRowIndex': 'Int', 'date': 'Date', 'difficulty': 'Int', 'iconName': 'String', 'id': 'UUID', 'title': 'String'}}

def archive(model):
    objects = ['$null']
    def add(thing):
        objects.append(thing)
        return plistlib.UID(len(objects) - 1)
    entities = []
    for name, properties in model.items():
        items = []
        for prop, kind in properties.items():
            made = {'NSPropertyName': add(prop)}
            if kind in KINDS: made['NSAttributeType'] = KINDS[kind]
            else: made.update({'NSMaxCount': 1, '_NSDestinationEntityName': add(kind)} if kind else {'NSMaxCount': 0})
            items.append(add(made))
        entities.append(add({'NSEntityName': add(name), 'NSProperties': add({'NS.objects': items})}))
    root = add({'NSEntities': add({'NS.objects': entities})})
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(plistlib.dumps({'$version': 100000, '$archiver': 'NSKeyedArchiver', '$top': {'root': root}, '$objects': objects},
                                          fmt=plistlib.FMT_BINARY, sort_keys=False)) + packer.flush()

def write(path, rows, model=MODEL, has_model=True, records=(), changes=()):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path): os.unlink(path)
    db = sqlite3.connect(path)
    db.executescript("""
      CREATE TABLE Z_METADATA(Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_PRIMARYKEY(Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE ACHANGE(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER,
        ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB);
      CREATE TABLE ATRANSACTION(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, ZTIMESTAMP FLOAT,
        ZAUTHOR VARCHAR, ZQUERYGEN BLOB);
      CREATE TABLE ATRANSACTIONSTRING(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
      INSERT INTO ATRANSACTIONSTRING VALUES (1, 16003, 1, 'com.mattrighetti.Lode');
      CREATE TABLE ANSCKDATABASEMETADATA(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZDATABASENAME VARCHAR);
      INSERT INTO ANSCKDATABASEMETADATA VALUES (1, 17002, 1, 'private');
      CREATE TABLE ANSCKRECORDMETADATA(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZENTITYID INTEGER, ZENTITYPK INTEGER,
        ZNEEDSUPLOAD INTEGER, ZRECORDZONE INTEGER, ZCKRECORDNAME VARCHAR, ZCKRECORDSYSTEMFIELDS BLOB, ZENCODEDRECORD BLOB);
      """ + ("CREATE TABLE Z_MODELCACHE(Z_CONTENT BLOB);" if has_model else ''))
    if has_model: db.execute('INSERT INTO Z_MODELCACHE VALUES (?)', (archive(model),))
    db.execute('INSERT INTO Z_METADATA VALUES (1, ?, ?)', (str(uuid.uuid4()), plistlib.dumps({'NSStoreType': 'SQLite'}, fmt=plistlib.FMT_BINARY)))
    for number, name in ((16001, 'CHANGE'), (16002, 'TRANSACTION'), (16003, 'TRANSACTIONSTRING'), (17001, 'NSCKRecordMetadata')):
        db.execute('INSERT INTO Z_PRIMARYKEY VALUES (?, ?, 0, 9)', (number, name))
    for number, (entity, properties) in enumerate(model.items(), 1):
        db.execute('INSERT INTO Z_PRIMARYKEY VALUES (?, ?, 0, 999)', (number, entity))
        names = [p for p, kind in properties.items() if kind]
        db.execute(f'CREATE TABLE Z{entity.upper()}(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, '
                   + ', '.join(f'Z{p.upper()} {COLUMN.get(properties[p], "INTEGER")}' for p in names) + ')')
        for row, values in rows.get(entity, {}).items():
            db.execute(f'INSERT INTO Z{entity.upper()} VALUES ({", ".join("?" * (3 + len(names)))})', [row, number, 1] + [
                values[p].bytes if isinstance(values.get(p), uuid.UUID) else values.get(p) for p in names])
    for number, (entity, row, name) in enumerate(records, 1):
        db.execute("INSERT INTO ANSCKRECORDMETADATA VALUES (?, 17001, 1, ?, ?, 0, 1, ?, x'00', x'5345435245542d424c4f42')", (number, entity, row, name))
    for number, (entity, row, at) in enumerate(changes, 1):
        db.execute('INSERT INTO ATRANSACTION(Z_PK, Z_ENT, Z_OPT, ZTIMESTAMP) VALUES (?, 16002, 1, ?)', (number, at))
        db.execute('INSERT INTO ACHANGE VALUES (?, 16001, 1, 1, ?, ?, ?, NULL)', (number, entity, row, number))
    db.commit()
    db.close()

def ident(n): return uuid.UUID(int=0x40008000000000000000 + n)
def course(n, **more): return dict(dict(id=ident(n), name=f'Course {n}', cfu=n % 12 + 1, color='#FF0000', expectedMark=n % 14 + 18,
    expectedLaude=0, mark=n % 14 + 18 if n % 2 else 0, laude=0, iconName='No icon' if n % 3 else 'atom'), **more)
def exam(n, **more): return dict(dict(id=ident(1000 + n), title=f'Course {n}', color='#00FF00', date=700000000.25 + 86400 * n, courseId=n), **more)
def task(n, **more): return dict(dict(id=ident(2000 + n), title=f'Task {n}', caption='No caption', color='#0000FF', dueDate=700000000 + 86400 * n), **more)
def whole(**edits):
    return {'Course': {n: course(n) for n in range(1, 221)}, 'Exam': {n: exam(n) for n in range(1, 221)},
            'Assignment': {n: task(n) for n in range(1, 221)}}
RECORDS = [(2, n, f'C-{n}') for n in range(1, 221)] + [(3, n, f'E-{n}') for n in range(1, 221)] + [(1, n, f'A-{n}') for n in range(1, 221)]
