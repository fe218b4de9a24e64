CREATE OR REPLACE FUNCTION reeve.remote_back(copy_id int, facts jsonb, form regclass)
RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = remote_back.copy_id);
  target text := c.statements ->> 'target';
  suffix text := replace(c.token::text, '-', '');
  keys text[] := reeve.migrate_keys(c.mapping, 'target');
  types text[] := ARRAY(
    SELECT f.base FROM unnest(keys) WITH ORDINALITY k(name, place)
    JOIN jsonb_to_recordset(facts -> 'columns') f(name text, base text) ON f.name = k.name
    ORDER BY k.place);
  source_keys text[] := reeve.migrate_keys(c.mapping, 'source');
  row_key text := reeve.migrate_key('w', keys);
  texts text;
  names text;
  values text;
  -- Nothing that a session has set changes what these find or write.
  settings CONSTANT text := 'SET search_path = pg_catalog, pg_temp SET "TimeZone" = ''UTC'' '
    'SET "DateStyle" = ''ISO'' SET "IntervalStyle" = ''postgres'' SET bytea_output = ''hex'' '
    'SET extra_float_digits = 1';
  gate text := format('CREATE OR REPLACE FUNCTION reeve_copy.gate_%s() RETURNS trigger '
    'LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS ', suffix);
BEGIN
  SELECT string_agg(format('w.%I::text', f.name), ', ' ORDER BY f.place),
    string_agg(format('%I', f.name), ', ' ORDER BY f.place),
    string_agg(format('k.texts[%s]::%s', f.place, f.type), ', ' ORDER BY f.place)
  INTO texts, names, values
  FROM reeve.remote_form(c.mapping, facts) f;
  RETURN jsonb_build_object(
    -- Here, as the app's writer.
    'copy', c.copy_id,
    'clear', format('DELETE FROM %s', form),
    'stage', format('INSERT INTO %s(%s) SELECT %s FROM (SELECT (e::jsonb ->> 1)::text[] AS texts '
      'FROM unnest($1) e WHERE e::jsonb ->> 1 IS NOT NULL OFFSET 0) k', form, names, values),
    'found', format('SELECT FROM %s w WHERE %s', c.source, reeve.catalog_keys('w', source_keys,
      reeve.catalog_types(c.source, source_keys))),
    -- Whether rows may be deleted for a moment: nothing that refers to them would go with them.
    'can_remove', NOT EXISTS (
      SELECT FROM reeve.migrate_parts(c.mapping, 'source', c.source) p
      JOIN pg_constraint k ON k.confrelid = p.relation AND k.contype = 'f'
      WHERE k.conrelid NOT IN (
        SELECT o.relation FROM reeve.migrate_parts(c.mapping, 'source', c.source) o)),
    -- There.
    'there_read', format('SELECT k.key, CASE WHEN w.%I IS NOT NULL THEN ARRAY[%s]::text END '
      'FROM unnest($1::text[]) k(key) LEFT JOIN %s w ON %s', keys[1], texts, target, (
        SELECT string_agg(format('w.%I = (%s)::%s', k.name, CASE WHEN cardinality(keys) = 1
          THEN 'k.key' ELSE format('k.key::jsonb ->> %s', k.place - 1) END, types[k.place]), ' AND '
          ORDER BY k.place) FROM unnest(keys) WITH ORDINALITY k(name, place))),
    'there_keys', format('INSERT INTO reeve_copy.change(token, key) SELECT %L, %s FROM %s w',
      c.token, row_key, target),
    'there_numbers', format('SELECT jsonb_build_object(%s)', (
      SELECT string_agg(format('%L, (SELECT s.last_value FROM %s s)', n.key, n.value), ', ')
      FROM jsonb_each_text(c.statements -> 'sequences') n)),
    'there_lock', format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', target),
    'there_open', gate || quote_literal('BEGIN RETURN NULL; END'),
    'there_close', gate || quote_literal(format('BEGIN IF current_user <> %L THEN RAISE EXCEPTION '
      '%L, TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = ''object_not_in_prerequisite_state'', '
      'HINT = %L; END IF; RETURN NULL; END', facts ->> 'login',
      '%.% has moved back and can only be read here',
      format('It is now %s in the database from which it came.', c.source))),
    'there_install', ARRAY[
      format('CREATE FUNCTION reeve_copy.note_%s() RETURNS trigger LANGUAGE plpgsql '
        'SECURITY DEFINER %s AS %L', suffix, settings, format($f$
        DECLARE
          was text;
          now_is text;
        BEGIN
          IF TG_OP = 'TRUNCATE' THEN
            INSERT INTO reeve_copy.change(token) VALUES (%1$L);
            RETURN NULL;
          END IF;
          BEGIN
            IF TG_OP <> 'INSERT' THEN
              was := %2$s;
            END IF;
            IF TG_OP <> 'DELETE' THEN
              now_is := %3$s;
            END IF;
          EXCEPTION WHEN undefined_column OR datatype_mismatch THEN
            -- A key that was renamed, or has another type than before: all rows are read again.
            INSERT INTO reeve_copy.change(token) VALUES (%1$L);
            RETURN NULL;
          END;
          INSERT INTO reeve_copy.change(token, key)
          SELECT DISTINCT %1$L::uuid, k FROM unnest(ARRAY[was, now_is]) k WHERE k IS NOT NULL;
          RETURN NULL;
        END
        $f$, c.token, reeve.migrate_key('OLD', keys), reeve.migrate_key('NEW', keys))),
      gate || quote_literal('BEGIN RETURN NULL; END'),
      format('REVOKE ALL ON FUNCTION reeve_copy.note_%1$s(), reeve_copy.gate_%1$s() FROM PUBLIC',
        suffix),
      format('CREATE TRIGGER reeve_note AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW '
        'EXECUTE FUNCTION reeve_copy.note_%s()', target, suffix),
      format('CREATE TRIGGER reeve_note_truncate AFTER TRUNCATE ON %s FOR EACH STATEMENT '
        'EXECUTE FUNCTION reeve_copy.note_%s()', target, suffix),
      format('CREATE TRIGGER reeve_gate BEFORE INSERT OR UPDATE OR DELETE ON %s FOR EACH STATEMENT '
        'EXECUTE FUNCTION reeve_copy.gate_%s()', target, suffix),
      format('CREATE TRIGGER reeve_gate_truncate BEFORE TRUNCATE ON %s FOR EACH STATEMENT '
        'EXECUTE FUNCTION reeve_copy.gate_%s()', target, suffix)],
    'there_intact', format('SELECT count(*) = 4 FROM pg_trigger t '
      'WHERE t.tgrelid = to_regclass(%L) AND t.tgenabled IN (''O'', ''A'') '
      'AND t.tgfoid IN (to_regproc(%L), to_regproc(%L))', target,
      'reeve_copy.note_' || suffix, 'reeve_copy.gate_' || suffix))
    || (SELECT jsonb_object_agg(s.key, s.value)
      FROM jsonb_each(reeve.migrate_statements(c.mapping, c.source, form, TRUE)) s
      WHERE s.key IN ('upsert', 'delete', 'remove', 'differing_keys'));
END
$$;

COMMENT ON FUNCTION reeve.remote_back(int, jsonb, regclass) IS
  'The statements by which changes come back from another database: those that the app writer '
  'runs here, over rows that have arrived in form, and those of the login of a copy there '
  '(there_…), where triggers note the keys of changed rows in reeve_copy.change.';
