-- Fills every table of schema public with three rows that fit each other, without the app's triggers
-- and foreign keys: row i of each table refers to row i of others. Names of people and secrets are
-- canaries, by lists of this file's own. Prints what could not be filled.
SET session_replication_role = replica;
SET client_min_messages = warning;

CREATE FUNCTION pg_temp.secret(name text, people boolean) RETURNS boolean LANGUAGE sql
RETURN name ~* '(pass(wd|word|_?crypt|phrase|_?hash)|passw|secret|token|salt$|otp|api_?key|_digest$|private_?key|session_key|credential|ha1|totp)';

CREATE FUNCTION pg_temp.value(
  relation regclass, col name, type oid, typmod int, i int, is_unique boolean, is_required boolean)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  y pg_type;
  base oid;
  words text;
  k record;
BEGIN
  -- A reference has the value of what it leads to.
  SELECT c.confrelid, a.attname, a.atttypid, a.atttypmod, c.confkey[1] INTO k
  FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = c.confkey[1]
  WHERE c.conrelid = relation AND c.contype = 'f' AND c.confrelid <> relation
    AND c.conkey = ARRAY[(SELECT o.attnum FROM pg_attribute o
      WHERE o.attrelid = relation AND o.attname = col)] LIMIT 1;
  IF FOUND THEN
    RETURN pg_temp.value(k.confrelid, k.attname, k.atttypid, k.atttypmod, i, TRUE, TRUE);
  END IF;
  SELECT * INTO y FROM pg_type WHERE oid = type;
  WHILE y.typtype = 'd' LOOP
    typmod := greatest(typmod, y.typtypmod);
    SELECT * INTO y FROM pg_type WHERE oid = y.typbasetype;
  END LOOP;
  IF y.typtype = 'e' THEN
    RETURN (SELECT enumlabel FROM pg_enum WHERE enumtypid = y.oid
      ORDER BY enumlabel !~ 'active|public|open|approved|done' , enumsortorder LIMIT 1);
  END IF;
  IF y.typcategory = 'A' THEN RETURN '{}'; END IF;
  CASE y.typname
    WHEN 'int2', 'int4', 'int8', 'numeric', 'float4', 'float8', 'oid' THEN
      RETURN i::text;
    WHEN 'bool' THEN
      RETURN (col ~* '(active|visible|enabled|public|approved|data_public)')::text;
    WHEN 'uuid' THEN RETURN format('00000000-0000-4000-8000-%s', lpad(i::text, 12, '0'));
    WHEN 'timestamp', 'timestamptz' THEN
      RETURN CASE WHEN is_required OR col ~* '(creat|updat|sent|publish|time)'
        THEN (timestamp '2026-01-02 03:04:05' + i * interval '1 day')::text END;
    WHEN 'date' THEN RETURN CASE WHEN is_required THEN '2001-02-0' || i END;
    WHEN 'time', 'timetz' THEN RETURN '10:00';
    WHEN 'interval' THEN RETURN i || ' days';
    WHEN 'inet', 'cidr' THEN RETURN '10.9.8.' || i;
    WHEN 'json', 'jsonb' THEN RETURN '{}';
    WHEN 'hstore' THEN RETURN '';
    WHEN 'bytea' THEN RETURN '\x0' || i;
    WHEN 'point' THEN RETURN format('(%s,%s)', i, i);
    WHEN 'xml' THEN RETURN '<a/>';
    WHEN 'ltree' THEN RETURN '0.' || i;
    WHEN 'tsvector' THEN RETURN '';
    WHEN 'bit' THEN RETURN repeat('0', greatest(typmod, 1));
    ELSE NULL;
  END CASE;
  IF y.typcategory <> 'S' THEN RETURN NULL; END IF;
  words := CASE
    WHEN pg_temp.secret(col, FALSE) THEN 'SECRETCANARY' || i || md5(relation::text || col || i)
    WHEN col ~* 'mail' THEN format('zephyrina%s@quillfeather.example', i)
    WHEN col ~* '(^|_)(user|first|last|full|real|display|nick|screen|sur)_?name$'
      OR col ~* '^(login|nick)$'
      OR col ~* '^name$' AND relation::text ~* '^(public\.)?"?(users?|person|people|customers?|staff|actors?)"?$'
      THEN 'Zephyrina' || i
    WHEN col ~* '(url|link|website|actor_id|ap_id)' THEN format('https://example.org/%s/%s/%s',
      relation, col, i)
    WHEN col ~* '(ip|ip_addr)$' THEN '10.9.8.' || i
    WHEN col ~* '(body|text|raw|content|message|description|comment)' THEN
      format('Some plain words of %s about lanterns, number %s.', relation, i)
    ELSE col || ' ' || i END;
  -- Who is named in a row that leads to nobody is somebody else.
  IF words ~* 'zephyrina' AND relation <> current_setting('adoption.people')::regclass
    AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conrelid = relation AND c.contype = 'f'
      AND c.confrelid = current_setting('adoption.people')::regclass)
    AND NOT EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = relation AND NOT o.attisdropped
      AND o.attname ~ '(user|author|creator|owner|uploader|sender|customer|person)_id$')
  THEN
    words := replace(replace(words, 'Zephyrina', 'Xanthippe'), 'zephyrina', 'xanthippe');
  END IF;
  RETURN CASE WHEN typmod > 4 AND y.typname IN ('varchar', 'bpchar')
    THEN CASE WHEN typmod - 4 < 12 THEN left(i || words, typmod - 4)
      ELSE left(words, typmod - 4) END ELSE words END;
END
$$;

DO $do$
DECLARE
  t record;
  i int;
  stage int;
  said text;
  names text;
  vals text;
  missed text[] := '{}';
BEGIN
  FOR t IN
    SELECT c.oid, c.oid::regclass AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT c.relispartition
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
        AND d.objid = c.oid AND d.deptype = 'e')
    ORDER BY c.oid
  LOOP
    FOR i IN 1 .. 3 LOOP
      FOR stage IN 1 .. 3 LOOP
        BEGIN
          SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum),
            string_agg(quote_nullable(v.value) || '::' || format_type(a.atttypid, a.atttypmod),
              ', ' ORDER BY a.attnum)
          INTO names, vals
          FROM pg_attribute a
          LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
          CROSS JOIN LATERAL (SELECT
            EXISTS (SELECT FROM pg_index x WHERE x.indrelid = a.attrelid AND x.indisunique
              AND a.attnum = ANY (x.indkey::int2[])),
            EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = a.attrelid AND k.contype = 'f'
              AND a.attnum = ANY (k.conkey)),
            EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = a.attrelid AND k.contype = 'f'
              AND a.attnum = ANY (k.conkey) AND k.confrelid = k.conrelid)
            ) u(is_unique, is_foreign, is_self)
          CROSS JOIN LATERAL (SELECT pg_temp.value(t.oid, a.attname, a.atttypid, a.atttypmod, i,
            u.is_unique, a.attnotnull)) v(value)
          WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
            AND a.attgenerated = '' AND v.value IS NOT NULL
            AND NOT (u.is_self AND NOT a.attnotnull)
            AND (stage < 2 OR u.is_unique OR u.is_foreign OR a.attnotnull AND d.oid IS NULL
              OR stage = 2 AND d.oid IS NULL AND a.attname ~* '(name|mail|pass|secret|token|body|text)');
          EXECUTE format('INSERT INTO %s(%s) OVERRIDING SYSTEM VALUE VALUES (%s)', t.name, names,
            vals);
          EXIT;
        EXCEPTION WHEN OTHERS THEN
          said := SQLERRM;
          IF stage = 3 THEN missed := missed || format('%s: %s', t.name, said); END IF;
        END;
      END LOOP;
    END LOOP;
  END LOOP;
  FOREACH said IN ARRAY ARRAY(SELECT DISTINCT m FROM unnest(missed) m ORDER BY m) LOOP
    RAISE WARNING 'not filled: %', said;
  END LOOP;
END
$do$;

SET session_replication_role = DEFAULT;
ANALYZE;
