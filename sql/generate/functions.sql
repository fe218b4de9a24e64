-- Writes `<Room>Functions.swift`: one Swift function for each function of the schema `reeve` that
-- the room names, and a struct for each type of arguments. Variables: type, the name of its enum;
-- names, those of the functions and types with commas.
WITH named AS (
  SELECT DISTINCT unnest(string_to_array(:'names', ',')) AS name
),
missing AS (
  SELECT n.name FROM named n
  WHERE NOT EXISTS (
    SELECT FROM pg_proc p WHERE p.pronamespace = 'reeve'::regnamespace AND p.proname = n.name)
    AND to_regtype('reeve.' || n.name) IS NULL
),
member AS (
  SELECT n.name AS shape, a.attname::text AS name, a.attnum AS place, a.atttypid AS type,
    obj_description(to_regtype('reeve.' || n.name), 'pg_type') AS comment
  FROM named n
  JOIN pg_class c ON c.oid = to_regclass('reeve.' || n.name) AND c.relkind = 'c'
  JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
),
type(oid, swift) AS (
  SELECT t.sql::regtype::oid, t.swift
  FROM (VALUES ('text', 'String'), ('name', 'String'), ('regclass', 'String'), ('xid8', 'String'),
    ('boolean', 'Bool'), ('smallint', 'Int'), ('integer', 'Int'), ('bigint', 'Int64'),
    ('real', 'Double'), ('double precision', 'Double'), ('numeric', 'Numeric'),
    ('timestamptz', 'Timestamp'), ('date', 'CalendarDate'), ('interval', 'Interval'),
    ('uuid', 'UniqueID'), ('jsonb', 'JSONB'), ('bytea', '[UInt8]')) t(sql, swift)
  UNION ALL
  SELECT t.sql::regtype::oid, t.swift
  FROM (VALUES ('text[]', '[String]'), ('name[]', '[String]'), ('boolean[]', '[Bool]'),
    ('smallint[]', '[Int]'), ('integer[]', '[Int]'), ('bigint[]', '[Int64]'),
    ('uuid[]', '[UniqueID]'), ('jsonb[]', '[JSONB]'), ('timestamptz[]', '[Timestamp]')
    ) t(sql, swift)
),
routine AS (
  SELECT p.oid, p.proname::text AS name, p.proretset, p.prorettype,
    obj_description(p.oid, 'pg_proc') AS comment,
    -- Which results may be NULL is the last sentence of the comment.
    string_to_array(replace(substring(obj_description(p.oid, 'pg_proc')
      FROM 'NULL: ([a-z0-9_, ]+)\.$'), ' ', ''), ',') AS nullable,
    coalesce(p.proallargtypes, p.proargtypes::oid[]) AS types, p.proargnames AS names,
    coalesce(p.proargmodes, array_fill('i'::"char", ARRAY[p.pronargs])) AS modes,
    p.pronargs - p.pronargdefaults AS required,
    CASE WHEN p.pronargdefaults > 0 THEN
      string_to_array(pg_get_expr(p.proargdefaults, 0), ', ') END AS defaults,
    rt.typtype = 'c' AND rt.oid <> to_regtype('reeve.outcome') AS is_composite,
    rt.oid = to_regtype('reeve.outcome') AS is_outcome, rt.typrelid,
    rt.typname::text AS type_name
  FROM pg_proc p
  JOIN named n ON n.name = p.proname
  JOIN pg_type rt ON rt.oid = p.prorettype
  WHERE p.pronamespace = 'reeve'::regnamespace
),
argument AS (
  SELECT r.oid, a.place, a.type, a.name, a.place > r.required AS is_optional,
    r.defaults[a.place - r.required] AS given,
    -- Of an app, a collection and a key in this order, which Swift has as one value: which it is.
    CASE
      WHEN a.name = 'app' AND a.type = 'text'::regtype
        AND lead(a.name) OVER every = 'collection' AND lead(a.name, 2) OVER every = 'key' THEN 1
      WHEN a.name = 'collection' AND lag(a.name) OVER every = 'app'
        AND lead(a.name) OVER every = 'key' THEN 2
      WHEN a.name = 'key' AND lag(a.name) OVER every = 'collection'
        AND lag(a.name, 2) OVER every = 'app' THEN 3 END AS part
  FROM routine r
  CROSS JOIN LATERAL (
    SELECT row_number() OVER (ORDER BY u.place) AS place, u.type, r.names[u.place] AS name
    FROM unnest(r.types, r.modes) WITH ORDINALITY u(type, mode, place)
    WHERE u.mode IN ('i', 'b', 'v')) a
  WINDOW every AS (PARTITION BY r.oid ORDER BY a.place)
),
field AS (
  SELECT r.oid, u.place, u.type, r.names[u.place] AS name,
    coalesce(r.names[u.place] = ANY (r.nullable), FALSE) AS is_nullable
  FROM routine r
  CROSS JOIN LATERAL unnest(r.types, r.modes) WITH ORDINALITY u(type, mode, place)
  WHERE u.mode IN ('o', 't', 'b')
  UNION ALL
  SELECT r.oid, a.attnum, a.atttypid, a.attname::text, NOT a.attnotnull
  FROM routine r
  JOIN pg_attribute a ON a.attrelid = r.typrelid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE r.is_composite
),
-- snake_case to camelCase; an abbreviation is in capitals, a word of Swift's in backticks.
spelled AS (
  SELECT w.word, CASE WHEN w.camel IN ('as', 'case', 'class', 'default', 'do', 'else',
      'enum', 'extension', 'false', 'for', 'func', 'if', 'import', 'in', 'init', 'is', 'let', 'nil',
      'operator', 'protocol', 'public', 'repeat', 'return', 'self', 'static', 'struct',
      'super', 'switch', 'throw', 'true', 'try', 'var', 'where', 'while')
    THEN '`' || w.camel || '`' ELSE w.camel END AS camel
  FROM (
    SELECT x.word, string_agg(CASE WHEN p.place = 1 THEN p.piece
        WHEN p.piece IN ('id', 'sql', 'json', 'url') THEN upper(p.piece)
        WHEN p.piece = 'ids' THEN 'IDs' ELSE initcap(p.piece) END, '' ORDER BY p.place) AS camel
    FROM (SELECT name FROM argument UNION SELECT name FROM field UNION SELECT name FROM routine
      UNION SELECT type_name FROM routine UNION SELECT name FROM named UNION SELECT name FROM member
      ) x(word)
    CROSS JOIN LATERAL regexp_split_to_table(x.word, '_') WITH ORDINALITY p(piece, place)
    GROUP BY x.word) w
),
unknown AS (
  SELECT DISTINCT format('%s: no Swift type for %s', r.name, format_type(x.type, NULL)) AS problem
  FROM (SELECT oid, type FROM argument UNION ALL SELECT oid, type FROM field
    UNION ALL SELECT oid, prorettype FROM routine
    WHERE NOT is_composite AND NOT is_outcome
      AND prorettype NOT IN ('void'::regtype, 'record'::regtype)) x(oid, type)
  JOIN routine r USING (oid)
  WHERE NOT EXISTS (SELECT FROM type t WHERE t.oid = x.type)
  UNION ALL
  SELECT format('there is no function reeve.%s', m.name) FROM missing m
  UNION ALL
  SELECT format('%s: its comment says that %s may be NULL, which is no result of it', r.name,
    n.name)
  FROM routine r CROSS JOIN LATERAL unnest(r.nullable) n(name)
  WHERE n.name <> 'result'
    AND NOT EXISTS (SELECT FROM field f WHERE f.oid = r.oid AND f.name = n.name)
),
result AS (
  SELECT r.oid, CASE WHEN r.is_outcome THEN 'Outcome' WHEN r.prorettype = 'void'::regtype
      THEN 'Void' WHEN EXISTS (SELECT FROM field f WHERE f.oid = r.oid)
      -- Functions that return a row of the same table share its struct.
      THEN upper(left(y.camel, 1)) || substr(y.camel, 2) || 'Row'
      ELSE t.swift || CASE WHEN 'result' = ANY (r.nullable) THEN '?' ELSE '' END END AS swift,
    coalesce(t.swift, '') AS plain, s.camel
  FROM routine r
  JOIN spelled s ON s.word = r.name
  CROSS JOIN LATERAL (
    SELECT btrim(p.camel, '`') FROM spelled p
    WHERE p.word = CASE WHEN r.is_composite THEN r.type_name ELSE r.name END) y(camel)
  LEFT JOIN type t ON t.oid = r.prorettype
),
-- What is a literal in SQL is one in Swift.
written AS (
  SELECT a.oid, a.place, format('%s: %s?%s', CASE a.part WHEN 1 THEN 'subject' ELSE s.camel END,
    -- An array of texts may be given with NULLs in it.
    CASE WHEN a.part = 1 THEN 'SubjectKey' WHEN t.swift = '[String]' THEN '[String?]'
      ELSE t.swift END,
    CASE WHEN a.is_optional THEN ' = '
    || CASE WHEN a.given ~ '^NULL' THEN 'nil' WHEN a.given ~ '^-?[0-9]+$' OR a.given IN
      ('true', 'false') THEN a.given WHEN a.given ~ '^''[^'']*''::text$'
      THEN '"' || substring(a.given FROM '^''(.*)''::text$') || '"'
      WHEN a.given ~ '^''[^''"]*''::jsonb$'
      THEN 'JSONB("' || substring(a.given FROM '^''(.*)''::jsonb$') || '")'
      ELSE '/* no Swift literal: ' || a.given || ' */' END ELSE '' END) AS parameter,
    -- With its schema, as reeve.is_one_call wants it.
    CASE WHEN a.part IS NULL THEN s.camel ELSE 'subject?.' || s.camel END AS value,
    a.part, format('$%s::%s.%s%s', a.place, y.typnamespace::regnamespace, y.typname,
      CASE WHEN y.oid <> a.type THEN '[]' END) AS marker
  FROM argument a
  JOIN pg_type y ON y.oid = coalesce((
    SELECT e.oid FROM pg_type e WHERE e.typarray = a.type), a.type)
  JOIN spelled s ON s.word = a.name
  JOIN type t ON t.oid = a.type
),
call AS (
  SELECT r.oid, r.name, x.camel, x.swift, x.plain, r.is_outcome, r.comment,
    coalesce((SELECT string_agg(w.parameter, ', ' ORDER BY w.place) FROM written w
      WHERE w.oid = r.oid AND coalesce(w.part, 1) = 1), '') AS parameters,
    coalesce((SELECT string_agg(w.value, ', ' ORDER BY w.place) FROM written w
      WHERE w.oid = r.oid), '') AS values,
    coalesce((SELECT string_agg(w.marker, ', ' ORDER BY w.place) FROM written w
      WHERE w.oid = r.oid), '') AS markers,
    CASE WHEN r.is_outcome THEN 'outcome, code, message, detail'
      ELSE (SELECT string_agg(quote_ident(f.name), ', ' ORDER BY f.place) FROM field f
        WHERE f.oid = r.oid) END AS columns,
    (SELECT string_agg(format(E'    let %s: %s\n', s.camel, t.swift
        || CASE WHEN f.is_nullable THEN '?' ELSE '' END), '' ORDER BY f.place)
      FROM field f JOIN spelled s ON s.word = f.name JOIN type t ON t.oid = f.type
      WHERE f.oid = r.oid) AS fields
  FROM routine r
  JOIN result x ON x.oid = r.oid
),
described(name, oid, comment) AS (
  SELECT name, oid, comment FROM call UNION SELECT shape, NULL::oid, comment FROM member
),
line(name, oid, part, text) AS (
  SELECT c.name, c.oid, 1, (
    -- The first sentence is a paragraph of its own.
    SELECT string_agg(w.text, E'\n  ///\n' ORDER BY w.place)
    FROM (
      SELECT s.place, string_agg('  /// ' || m.hit[1], E'\n' ORDER BY m.place) AS text
      FROM unnest(regexp_match(regexp_replace(coalesce(c.comment, ''), '\s+', ' ', 'g'),
        '^(.*?(?:[.]|$))(?: (.*))?$')) WITH ORDINALITY s(text, place)
      CROSS JOIN LATERAL regexp_matches(s.text, '(\S(?:.{0,86}\S)?)(?:\s+|$)', 'g')
        WITH ORDINALITY m(hit, place)
      GROUP BY s.place) w)
  FROM described c
  UNION ALL
  SELECT m.shape, NULL, 2, format(E'  struct %s: Codable {\n%s%s  }',
    upper(left(y.camel, 1)) || substr(y.camel, 2),
    string_agg(format(E'    var %s: %s?\n', s.camel, t.swift), '' ORDER BY m.place),
    CASE WHEN bool_or(m.name LIKE '%\_%') THEN
      format(E'\n    enum CodingKeys: String, CodingKey {\n%s    }\n', string_agg(format(
        E'      case %s%s\n', s.camel, ' = "' || nullif(m.name, s.camel) || '"'),
        '' ORDER BY m.place)) END)
  FROM member m
  JOIN spelled y ON y.word = m.shape
  JOIN spelled s ON s.word = m.name
  LEFT JOIN type t ON t.oid = m.type
  GROUP BY m.shape, y.camel
  UNION ALL
  SELECT c.name, c.oid, 2, format(E'  static func %s(%s) -> FunctionCall<%s> {\n'
    '    FunctionCall(\n%s,\n      [%s]%s\n    )\n  }', c.camel,
    c.parameters, c.swift, CASE WHEN char_length(c.statement) <= 88
      THEN format('      "%s"', c.statement) ELSE format(E'      """\n%s\n      """', (
        SELECT string_agg('      ' || w.line, E'\n' ORDER BY w.place)
        FROM (SELECT row_number() OVER () AS place, m.hit[1] AS line
          FROM regexp_matches(c.statement, '(\S(?:.{0,86}\S)?)(?:\s+|$)', 'g') m(hit)) w)) END,
    c.values, CASE WHEN c.swift = 'Void' THEN E',\n      { _ in }'
      WHEN c.columns IS NULL THEN ''
      WHEN c.is_outcome THEN E',\n      Outcome.init'
      ELSE format(E',\n      of: %s.init', c.swift) END)
  FROM (SELECT *, format('SELECT %s%s(%s)', coalesce(columns || ' FROM ', ''), 'reeve.' || name,
    markers) AS statement FROM call) c
  UNION ALL
  SELECT c.name, c.oid, 3, format(E'\n  /// A row of `%s`.\n  struct %s: Sendable {\n%s  }',
    c.rows_of, c.swift, c.fields)
  FROM (
    SELECT DISTINCT ON (d.swift) d.*, CASE WHEN r.is_composite THEN r.type_name ELSE d.name END
    FROM call d JOIN routine r USING (oid)
    WHERE d.fields IS NOT NULL
    ORDER BY d.swift, d.name, d.oid) c(oid, name, camel, swift, plain, is_outcome, comment,
      parameters, values, markers, columns, fields, rows_of)
)
SELECT CASE WHEN EXISTS (SELECT FROM unknown)
  THEN (SELECT string_agg('#error("' || replace(u.problem, '"', '') || '")', E'\n') FROM unknown u)
  ELSE format(E'// swift-format-ignore-file: BeginDocumentationCommentWithOneLineSummary\n'
    '%simport Postgres\n\n/// The functions of the database that this room calls, with '
    'their comments.\n///\n/// Written by `make functions` from the database; do not edit. '
    'A result is NULL only where the\n/// comment says so.\nenum %s {\n%s\n}',
    CASE WHEN EXISTS (SELECT FROM call c WHERE c.is_outcome) THEN E'import Answers\n' ELSE '' END
      || CASE WHEN EXISTS (SELECT FROM written w WHERE w.part = 1)
        THEN E'import Catalog\n' ELSE '' END,
    :'type', (
      SELECT string_agg(l.text, E'\n' || CASE WHEN l.part = 1 THEN E'\n' ELSE '' END
        ORDER BY l.name, l.oid, l.part)
      FROM line l)) END;
