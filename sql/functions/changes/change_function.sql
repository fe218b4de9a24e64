-- A function of its own for each table: no column is looked up by name on the app's writes. But the
-- app may rename a column, drop it, or give it another type, for which a session that has written
-- before is not prepared; and its own writes have to go on. So it is caught before anything is
-- written, which leaves the subtransaction without a number, and the columns are found by their
-- numbers until the catalog is applied again.
CREATE OR REPLACE FUNCTION reeve.change_function(
  routine text, logs int[], relation regclass, columns text[], types text[],
  is_distinct boolean DEFAULT FALSE, channel text DEFAULT NULL, read text[] DEFAULT NULL)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('CREATE OR REPLACE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER '
    'SET search_path = pg_catalog, reeve, pg_temp%s AS %L', routine,
    -- The text of other types depends on what the writer's session has set.
    CASE WHEN (
      SELECT bool_and(t.typcategory IN ('S', 'B', 'I', 'E') OR t.oid IN ('int2'::regtype,
        'int4'::regtype, 'int8'::regtype, 'numeric'::regtype, 'uuid'::regtype))
      FROM unnest(types) k(type) LEFT JOIN pg_type t ON t.oid = to_regtype(k.type))
    THEN '' ELSE ' SET "TimeZone" = ''UTC'' SET "DateStyle" = ''ISO'' SET bytea_output = ''hex'' '
      'SET "IntervalStyle" = ''postgres'' SET extra_float_digits = 1' END,
    -- Comments are the places of what may be absent.
    format(replace(replace($f$
      #variable_conflict use_column
      DECLARE
        was text;
        now_is text;
        late text;
      BEGIN
        /* read */
        /* channel */
        IF TG_OP = 'TRUNCATE' THEN
          INSERT INTO reeve.change(collection_id, key) VALUES (%1$s);
          RETURN NULL;
        END IF;
        BEGIN
          IF TG_LEVEL = 'STATEMENT' THEN
            PERFORM %10$s FROM reeve_written w LIMIT 0;
          ELSE
            IF TG_OP <> 'INSERT' THEN
              was := %4$s;
            END IF;
            IF TG_OP <> 'DELETE' THEN
              now_is := %11$s;
            END IF;
          END IF;
        EXCEPTION WHEN undefined_column OR datatype_mismatch THEN
          late := reeve.change_row_key('w', reeve.column_names(%5$s, %6$L), %7$L);
          IF late IS NULL THEN
            RETURN NULL;
          ELSIF TG_LEVEL = 'STATEMENT' THEN
            EXECUTE 'INSERT INTO reeve.change(collection_id, keys) SELECT '
              || replace(%8$L, '$key', late) USING TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME;
            RETURN NULL;
          END IF;
          late := format('SELECT %%s FROM (SELECT ($1).*) w', late);
          IF TG_OP <> 'INSERT' THEN
            EXECUTE late INTO was USING OLD;
          END IF;
          IF TG_OP <> 'DELETE' THEN
            EXECUTE late INTO now_is USING NEW;
          END IF;
        END;
        IF TG_LEVEL = 'STATEMENT' THEN
          INSERT INTO reeve.change(collection_id, keys) SELECT %9$s;
          RETURN NULL;
        END IF;
        IF was IS NOT NULL THEN
          INSERT INTO reeve.change(collection_id, key) VALUES (%2$s);
        END IF;
        IF now_is IS DISTINCT FROM was AND now_is IS NOT NULL THEN
          INSERT INTO reeve.change(collection_id, key) VALUES (%3$s);
        END IF;
        RETURN NULL;
      END
    $f$, '/* read */', '%12$s'), '/* channel */', '%13$s'), v.whole, v.was, v.now_is,
      reeve.change_row_key('OLD', columns, types), relation::oid, n.numbers, types,
      replace(replace(replace(s.statement, 'TG_OP', '$1'), 'TG_TABLE_SCHEMA', '$2'),
        'TG_TABLE_NAME', '$3'),
      replace(s.statement, '$key', k.key), k.key,
      reeve.change_row_key('NEW', columns, types),
      -- Not as the trigger's condition: the app could not drop the columns, nor give them another
      -- type.
      CASE WHEN read IS NOT NULL THEN format('IF TG_OP = ''UPDATE'' THEN BEGIN IF NOT %s THEN '
        'RETURN NULL; END IF; EXCEPTION WHEN undefined_column OR datatype_mismatch THEN NULL; END; '
        'END IF;', reeve.change_differs(read)) END,
      -- Heard once a transaction: PostgreSQL folds equal ones.
      CASE WHEN channel IS NOT NULL THEN format('PERFORM pg_notify(%L, NULL);', channel) END))
  FROM reeve.change_row_key('w', columns, types) k(key)
  CROSS JOIN LATERAL (
    SELECT array_agg(a.attnum ORDER BY c.place)
    FROM unnest(columns) WITH ORDINALITY c(name, place)
    JOIN pg_attribute a ON a.attrelid = relation AND a.attname = c.name) n(numbers)
  CROSS JOIN LATERAL (
    SELECT string_agg(format('%s, NULL', l), '), ('),
      string_agg(format('%s, %s', l, reeve.change_key('was', '''DELETE''')), '), ('),
      string_agg(format('%s, %s', l, reeve.change_key('now_is', '''INSERT''')), '), (')
    FROM unnest(logs) l) v(whole, was, now_is)
  CROSS JOIN LATERAL (
    SELECT format('%s, array_agg(%s) FROM (SELECT d.key, (row_number() OVER () - 1) / 100 AS part '
      'FROM (SELECT %s $key AS key FROM reeve_written w) d WHERE d.key IS NOT NULL) e '
      'GROUP BY e.part', logs[1], reeve.change_key('e.key'),
      CASE WHEN is_distinct THEN 'DISTINCT' ELSE '' END)) s(statement)
  WHERE cardinality(n.numbers) = cardinality(columns)
$$;

COMMENT ON FUNCTION reeve.change_function(text, int[], regclass, text[], text[], boolean, text,
  text[]) IS
  'The statement that creates the trigger function of a table: it appends the keys of written rows '
  'to the change log, under each number of logs (by statement under the first alone, each key once '
  'if is_distinct), and NULL for a truncation. columns and types: those of the key; a row in which '
  'one is NULL has none. channel: notified by each write. read: an update that changes none of '
  'these columns is left out, until one of them is gone or has another type. NULL: result, if a '
  'column of the key no longer exists.';
