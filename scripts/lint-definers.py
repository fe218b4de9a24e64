#!/usr/bin/env python3
"""Finds names in Reeve's functions that a caller's schema could supply.

Usage: lint-definers.py DATABASE, with libpq's environment and PYTHONPATH from scripts/pglast.sh.

A function runs with the search path of its SET clause: pg_catalog, reeve, pg_temp. A name without a
schema is safe if it exists in pg_catalog or reeve, which come first; one that exists in neither means
whatever a session puts into its temporary schema. PostgreSQL's own parsers read the bodies, the
expressions of PL/pgSQL and the SQL in their strings; the catalogs say what exists. The names of the
rows that a trigger's statement wrote are no exception: a trigger may have none.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

import pglast
from pglast import parser

# What stands for the %I and %s of a format string: a name that nobody has.
HOLE = 'x_hole'
# Parts of statements that another function puts together.
ELSEWHERE = {'reeve.import_child_statements': {'s'}}  # reeve.import_statements: WITH s AS
KEYWORDS = r'(?is)\b(select|insert|update|delete|merge|with|create|alter|drop|grant|revoke|from|where)\b'


class Catalog:
    """What exists in a database, by schema."""

    def __init__(self, found):
        self.names = {
            'relation': {tuple(r) for r in found['relations']},
            'type': {tuple(r) for r in found['types']},
            'function': {tuple(r.split(' ', 1)) for r in found['routines']},
            'operator': {tuple(r.split(' ', 1)) for r in found['operators']},
        }
        # A relation is a type too, and a type of one argument a cast.
        self.names['function'] |= self.names['type']

    def has(self, kind, name, path):
        return any((schema, name) in self.names[kind] for schema in path)


class Body:
    """The names in one function that its search path does not settle."""

    def __init__(self, function, catalog):
        self.function = function
        self.catalog = catalog
        # A path that does not name pg_temp has it first, for relations and types.
        path = function['path'] or []
        path = path[:path.index('pg_temp')] if 'pg_temp' in path else []
        # What others may create things in does not count.
        self.path = [p for p in path if p in ('pg_catalog', 'reeve')]
        self.found = set()
        # What a statement that is put together from strings calls its parts.
        self.queries = ELSEWHERE.get(function['name'].split('(')[0], set()) | set(re.findall(
            r'\b(\w+?)(?:%s)?(?:\([^()]*\))? AS (?:(?:NOT )?MATERIALIZED )?\(', function['body']))

    def complain(self, kind, name, path, where):
        self.found.add(f'{kind} {name} has no schema and is not in {" or ".join(path)}{where}')

    def check(self, kind, name, where):
        if where and kind == 'relation' and name.rstrip('0123456789') in self.queries:
            return
        path = self.path
        # Functions and operators are never looked for in pg_temp. A function without a path of its
        # own has its caller's, and no more rights: there only relations need a schema.
        if kind in ('function', 'operator') or kind == 'type' and not self.function['path']:
            path = ['pg_catalog'] + path
        if HOLE not in name and not self.catalog.has(kind, name, path):
            self.complain(kind, name, path, where)

    # Statements -------------------------------------------------------------------------------

    def sql(self, text, where=''):
        """Checks statements; raises ParseError where it is no SQL."""
        self.literals(text, where)
        for statement in json.loads(parser.parse_sql_json(text)).get('stmts', []):
            self.node(statement['stmt'], frozenset(), where)

    def literals(self, text, where):
        """What is planned while settings of an app's are in force keeps the meaning that they give
        it, for as long as the session lasts. With standard_conforming_strings off a backslash in a
        plain literal escapes; with backslash_quote off one before a quote is an error."""
        for token in scan(text):
            literal = text[token.start:token.end + 1]
            if token.name == 'USCONST' or token.name == 'SCONST' and literal[0] != '$' and (
                    '\\' in literal if literal[0] not in 'eE'
                    else re.search(r"(?<!\\)(\\\\)*\\'", literal)):
                self.found.add(f'the literal {literal[:40]} means what settings say: write '
                               f"E'…', with two backslashes{where}")

    def means_what_settings_say(self, type_, value):
        """Whether a literal of a type is read as a setting says: TimeZone, DateStyle, IntervalStyle,
        array_nulls."""
        day, time = r'\d{4}-\d\d-\d\d', r' \d\d:\d\d(:\d\d)?'
        plain = {'date': day, 'timestamp': f'{day}({time})?', 'interval': '[^-].*',
                 'timestamptz': rf'{day}{time}([+-]\d\d|Z)'}.get(type_, '.*')
        return (not re.fullmatch(f'(?s){plain}|-?infinity|epoch', value)
                or value.startswith('{') and re.search(r'(?i)\bnull\b', value) is not None)

    def node(self, node, queries, where):
        if isinstance(node, list):
            for one in node:
                self.node(one, queries, where)
            return
        if not isinstance(node, dict):
            return
        if 'withClause' in node:
            queries |= {c['CommonTableExpr']['ctename'] for c in node['withClause']['ctes']}
        for key, value in node.items():
            if key in ('lockedRels', 'DefElem'):
                continue  # aliases of the statement, and options
            # The relation of an INSERT, UPDATE, DELETE or MERGE stands without its tag.
            if key == 'RangeVar' or key in ('relation', 'view', 'sequence') and 'relname' in (
                    value if isinstance(value, dict) else {}):
                if 'schemaname' not in value and (
                        key != 'RangeVar' or value['relname'] not in queries):
                    self.check('relation', value['relname'], where)
            elif key == 'FuncCall':
                self.call(value, where)
            elif key in ('TypeName', 'typeName', 'argType', 'returnType') and isinstance(value, dict):
                self.type(value.get('TypeName', value), where)
            elif key == 'A_Expr' and len(value.get('name', [])) == 1:
                operator = text_of(value['name'][0])
                if operator in ('=', '<>') and value['kind'] == 'AEXPR_OP' and any(
                        'isnull' in value.get(side, {}).get('A_Const', {})
                        for side in ('lexpr', 'rexpr')):
                    self.found.add(f'a comparison with NULL means what settings say{where}')
                if value['kind'] in ('AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_OP_ALL', 'AEXPR_DISTINCT'):
                    self.check('operator', operator, where)
            elif key == 'TypeCast':
                self.cast(value, where)
            elif key == 'A_Const' and 'sval' in value:
                self.string(value['sval'].get('sval', ''), where)
            self.node(value, queries, where)

    def call(self, call, where):
        name = [text_of(n) for n in call['funcname']]
        if len(name) == 1:
            self.check('function', name[0], where)

    def type(self, type_, where):
        name = [text_of(n) for n in type_.get('names', [])]
        if len(name) == 1:
            self.check('type', name[0].lstrip('_'), where)

    def cast(self, cast, where):
        """A name in a literal is looked up as one in the statement."""
        target = text_of(cast['typeName'].get('names', [{}])[-1])
        kind = {'regclass': 'relation', 'regtype': 'type', 'regproc': 'function'}.get(target)
        value = cast['arg'].get('A_Const', {}).get('sval', {}).get('sval')
        if value and self.means_what_settings_say(target, value):
            self.found.add(f"'{value}'::{target} means what settings say{where}")
        if kind and value and '%' not in value and '.' not in value and not value.isdigit():
            name = json.loads(parser.parse_sql_json(f'SELECT NULL::{value}'))['stmts'][0]['stmt'][
                'SelectStmt']['targetList'][0]['ResTarget']['val']['TypeCast']['typeName'][
                'names'] if kind == 'type' else [{'String': {'sval': value.strip('"')}}]
            if len(name) == 1:
                self.check(kind, text_of(name[0]), where)

    # Strings ------------------------------------------------------------------------------------

    def string(self, text, where=''):
        """Checks a string that looks like SQL: a statement, else a piece of one."""
        if not re.search(KEYWORDS, text) and '::' not in text and not re.search(r'\w\(', text):
            return
        filled = re.sub(r'%(\d+\$)?I', HOLE, text)
        filled = re.sub(r'%(\d+\$)?L', f"'{HOLE}'", filled)
        filled = re.sub(r'%(\d+\$)?s', HOLE, filled).replace('%%', '%')
        place = ' (in dynamic SQL)'
        if re.match(r'(?is)\s*(#|declare\b|begin\b)', filled):
            self.plpgsql('CREATE FUNCTION f() RETURNS trigger', filled, place)
            return
        try:
            self.literals(filled, place)
            if re.match(r'(?is)\s*\(?(select|insert|update|delete|merge|with|create|alter|drop|grant|revoke)\b', filled):
                self.sql(filled, place)
                return
        except parser.ParseError:
            pass
        if re.search(KEYWORDS, text) and re.search(r'[A-Z]{4}', text) or '::' in text:
            self.piece(filled, place)

    def piece(self, text, where):
        """Checks a piece of SQL by its tokens."""
        try:
            tokens = scan(text)
        except parser.ParseError:
            return
        words = [(t.name, text[t.start:t.end + 1]) for t in tokens]
        words = [('', '')] + words + [('', '')] * 2
        for before, (kind, word), after in zip(words, words[1:], words[2:]):
            word = word.strip('"')
            if kind != 'IDENT' or HOLE in word or '.' in (before[1], after[1]):
                continue
            if before[0] in ('FROM', 'JOIN', 'INTO', 'USING') and after[1] not in ('(', '='):
                if not re.search(r'(?i)(extract|trim)\s*\(', text):
                    self.check('relation', word, where)
            elif before[0] == 'TYPECAST':
                self.check('type', word, where)
            # After a name or a parenthesis it is an alias with columns.
            elif after[1] == '(' and before[0] not in (
                    'AS', 'INTO', 'WITH', 'IDENT', 'ORDINALITY', 'EXISTS', 'TABLE') and (
                    before[1] != ')') and word not in self.queries:
                self.check('function', word, where)

    # PL/pgSQL ---------------------------------------------------------------------------------

    def plpgsql(self, head, body, where=''):
        self.literals(body, where)
        body, types = plain_declarations(body)
        for name in types:
            self.check('type', name, where)
        quote = '$lint$'
        try:
            tree = json.loads(parser.parse_plpgsql_json(
                f'{head} LANGUAGE plpgsql AS {quote}{body}{quote}'))
        except parser.ParseError as error:
            self.found.add(f'cannot be parsed{where}: {error.args[0]}')
            return
        self.tree(tree, where)

    def tree(self, node, where):
        if isinstance(node, list):
            for one in node:
                self.tree(one, where)
        elif isinstance(node, dict):
            for key, value in node.items():
                if key == 'PLpgSQL_expr':
                    self.expression(value, where)
                else:
                    self.tree(value, where)

    def expression(self, expression, where):
        text = expression['query']
        mode = expression.get('parseMode', 0)
        if mode >= 3:  # an assignment
            text = re.split(r':=|(?<![<>=!:])=(?!=)', text, maxsplit=1)[1]
        if mode >= 2:
            text = f'SELECT {text}'
        try:
            self.sql(text, where)
        except parser.ParseError as error:
            self.found.add(f'cannot be parsed{where}: {text[:60]}: {error.args[0]}')

    # Rows of an app -----------------------------------------------------------------------------

    def foreign_values(self):
        """In a trigger on an app's table, its values may only be printed or compared with NULL, or as
        they are stored: any other use may call a cast, an operator or a function of the app with the
        definer's rights."""
        body, _ = plain_declarations(self.function['body'])
        tree = json.loads(parser.parse_plpgsql_json(
            f'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $lint${body}$lint$'))

        def values(node, is_safe):
            if isinstance(node, list):
                for one in node:
                    values(one, is_safe)
            elif isinstance(node, dict):
                for key, value in node.items():
                    if key == 'ColumnRef':
                        name = [text_of(f) for f in value['fields']]
                        if len(name) == 2 and name[0] in ('old', 'new', 't') and not is_safe:
                            self.found.add(f'{".".join(name)} is used otherwise than printed: '
                                           'an app\'s type may bring code')
                        continue
                    called = [text_of(n) for n in value['funcname']] if key == 'FuncCall' else ['']
                    prints = called[-1] == 'format' or called == ['pg_catalog', 'record_image_ne']
                    values(value, prints or key == 'NullTest' or is_safe and key in (
                        'arg', 'args', 'RowExpr'))

        def walk(node):
            if isinstance(node, list):
                for one in node:
                    walk(one)
            elif isinstance(node, dict):
                for key, value in node.items():
                    if key != 'PLpgSQL_expr':
                        walk(value)
                        continue
                    text, mode = value['query'], value.get('parseMode', 0)
                    if mode >= 3:
                        text = re.split(':=', text, maxsplit=1)[1]
                    text = f'SELECT {text}' if mode >= 2 else text
                    values(json.loads(parser.parse_sql_json(text)), False)
        walk(tree)


def text_of(node):
    """The text of a String node."""
    return node.get('String', {}).get('sval', '*')


def scan(text):
    """The tokens of SQL, without comments."""
    return [t for t in parser.scan(text) if not t.name.endswith('_COMMENT')]


def plain_declarations(body):
    """Returns a body whose variables of types with a schema are records, as the parser knows no
    more of them, and the names of the types without one."""
    tokens = scan(body)
    words = [body[t.start:t.end + 1] for t in tokens] + [''] * 4
    pieces, types, at, is_declaring = [], [], 0, False
    for number, token in enumerate(tokens):
        if token.name in ('DECLARE', 'BEGIN_P'):
            is_declaring = token.name == 'DECLARE'
        # NAME [CONSTANT] [SCHEMA.]TYPE
        if not is_declaring or words[number].lower() not in ('declare', ';') or (
                words[number + 1].lower() == 'begin'):
            continue
        first = number + 2 + (words[number + 2].lower() == 'constant')
        if first >= len(tokens):
            continue
        if words[first + 1] != '.':
            if tokens[first].name == 'IDENT' and words[first].lower() != 'record':
                types.append(words[first].lower())
        elif words[first] != 'pg_catalog':
            last = first + 2 + (2 if words[first + 3] == '[' else 0)
            pieces += [body[at:tokens[first].start], 'record']
            at = tokens[last].end + 1
    return ''.join(pieces) + body[at:], types


def plain_head(definition):
    """The head of a function's definition with composite types as records."""
    head = definition.split('\nAS $', 1)[0]
    head = re.sub(r'FUNCTION \w+\.', 'FUNCTION ', head, count=1)
    head = re.sub(r' LANGUAGE \w+', '', head)
    head = re.sub(r'\b[a-z_]\w*\."?\w+"?(\[\])?', 'record', head.split('\n SET ')[0])
    return head.replace('SETOF record', 'SETOF text')


def complaints(function, catalog):
    """Returns what is wrong with a function."""
    body = Body(function, catalog)
    if function['language'] == 'plpgsql':
        body.plpgsql(plain_head(function['definition']), function['body'])
        if function['is_definer'] and re.match(
                r'reeve\.((rank_|join_)?capture|follow|guard)_', function['name']):
            body.foreign_values()
    elif function['language'] == 'sql' and not function['body_is_parsed']:
        try:
            body.sql(function['body'])
        except parser.ParseError as error:
            body.found.add(f'cannot be parsed: {error.args[0]}')
    # Of a cell or a view: they run as an app's role, which has a temporary schema of its own.
    return sorted(body.found)


def main():
    query = Path(__file__).with_suffix('.sql')
    answer = subprocess.run(
        ['psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-d', sys.argv[1], '-f', query],
        check=True, capture_output=True, text=True)
    found = json.loads(answer.stdout)
    catalog = Catalog(found)
    status = 0
    for function in found['functions']:
        for complaint in complaints(function, catalog):
            print(f"{function['name']}: {complaint}")
            status = 1
    if len(found['functions']) < 100:
        print('this is no migrated database')
        status = 1
    return status


if __name__ == '__main__':
    sys.exit(main())
