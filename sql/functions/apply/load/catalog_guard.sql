CREATE OR REPLACE FUNCTION reeve.catalog_guard(
  manifest jsonb, only_functions boolean DEFAULT FALSE)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  ours text := (
    SELECT format('^(bars|guard|reeve_bar|reeve_guard)_(%s)(_|$)',
      string_agg(c.collection_id::text, '|'))
    FROM reeve.collection c WHERE c.app = manifest ->> 'app');
  t record;
  g record;
BEGIN
  -- Looked up in the database, not in the previous catalog, so that nothing of this app stays.
  FOR t IN
    SELECT pg_get_userbyid(r.relowner) AS owner_name,
      format('DROP %s %I ON %s', d.kind, d.name, r.oid::regclass) AS statement
    FROM (
      SELECT 'TRIGGER' AS kind, tgname AS name, tgrelid AS relation FROM pg_trigger
      WHERE tgparentid = 0
      UNION ALL
      SELECT 'POLICY', polname, polrelid FROM pg_policy) d
    JOIN pg_class r ON r.oid = d.relation
    WHERE NOT only_functions AND d.name ~ ours
  LOOP
    PERFORM reeve.role_execute(t.owner_name, ARRAY[t.statement]);
  END LOOP;
  PERFORM reeve.role_execute('reeve_owner', coalesce(array_agg(
    format('DROP FUNCTION %s', p.oid::regprocedure)), '{}'))
  FROM pg_proc p
  WHERE NOT only_functions AND p.pronamespace = 'reeve'::regnamespace AND p.proname ~ ours;

  FOR g IN
    SELECT l.*, c.collection_id, pg_get_userbyid(r.relowner) AS owner_name,
      'reeve.bars_' || c.collection_id AS bars,
      format('reeve.guard_%s_%s', c.collection_id, l.place) AS routine,
      format('reeve_guard_%s_%s', c.collection_id, l.place) AS trigger_name,
      (
        SELECT array_agg(a.attnum ORDER BY k.place)
        FROM unnest(l.actors) WITH ORDINALITY k(actor, place)
        JOIN pg_attribute a ON a.attrelid = l.relation AND a.attname = k.actor) AS numbers,
      CASE WHEN l.limit_name IS NULL THEN format('reeve.bars_%s($actor)', c.collection_id)
        ELSE format('reeve.mark_holds(%s, ''limit'', %L, %s)', c.collection_id, l.limit_name,
          CASE WHEN cardinality(l.key_types) = 1 THEN '($actor)::text'
            ELSE 'jsonb_build_array($actor)::text' END) END AS barred_sql
    FROM reeve.catalog_guards(manifest) l
    JOIN reeve.collection c ON c.app = manifest ->> 'app' AND c.name = l.collection
    JOIN pg_class r ON r.oid = l.relation
    WHERE l.enforcement IN ('policy', 'guard')
    ORDER BY c.collection_id, l.place
  LOOP
    IF g.place = 1 AND g.limit_name IS NULL
      AND (NOT only_functions OR to_regproc(g.bars) IS NOT NULL)
    THEN
      PERFORM reeve.role_execute('reeve_owner', ARRAY[
        format($f$
          CREATE OR REPLACE FUNCTION %1$s(%2$s) RETURNS boolean
          LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
          AS $body$
          BEGIN
            RETURN EXISTS (
              SELECT FROM reeve.subject s
              WHERE s.collection_id = %3$s AND s.key = %4$s
                AND s.hidden_until > clock_timestamp());
          END
          $body$
        $f$, g.bars, array_to_string(g.key_types, ', '), g.collection_id,
          CASE WHEN cardinality(g.key_types) = 1 THEN '$1::text'
            ELSE (SELECT format('jsonb_build_array(%s)::text', string_agg('$' || p, ', '))
              FROM generate_series(1, cardinality(g.key_types)) p) END),
        format('COMMENT ON FUNCTION %s IS %L', g.bars, format(
          'Generated: whether the %s/%s with this key is barred now.', manifest ->> 'app',
          g.collection))]);
    END IF;
    -- Where the app has renamed a column, the function that knows its number stays.
    CONTINUE WHEN only_functions AND (to_regproc(g.routine) IS NULL
      OR cardinality(g.numbers) <> cardinality(g.actors));
    IF g.enforcement = 'policy' THEN
      PERFORM reeve.catalog_guard_policy(manifest ->> 'app', g.relation, g.owner_name,
        g.collection_id, g.place, g.operations, format('%s(%s)', g.bars,
          reeve.actor_expression('', g.actors, g.key_types)));
      CONTINUE;
    END IF;
    -- After the row is final: no other trigger can put a barred actor in behind this one.
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format($f$
        CREATE OR REPLACE FUNCTION %s() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
        AS %L
      $f$, g.routine, format($f$
        #variable_conflict use_column
        DECLARE
          is_barred boolean;
          late text;
        BEGIN
          BEGIN
            is_barred := %1$s OR %2$s;
          EXCEPTION WHEN undefined_column OR datatype_mismatch THEN
            -- The app has renamed or dropped the column, or given it another type than this session
            -- has seen: its writes go on.
            late := 'SELECT ' || replace(%3$L, '$actor', reeve.actor_expression(
              't.', reeve.column_names(%4$s, %5$L), %6$L)) || ' FROM (SELECT ($1).*) t';
            IF TG_OP <> 'DELETE' THEN
              EXECUTE coalesce(late, 'SELECT FALSE') INTO is_barred USING NEW;
            END IF;
            IF TG_OP <> 'INSERT' AND is_barred IS NOT TRUE THEN
              EXECUTE coalesce(late, 'SELECT FALSE') INTO is_barred USING OLD;
            END IF;
          END;
          IF is_barred THEN
            RAISE EXCEPTION %7$L USING ERRCODE = 'insufficient_privilege',
              SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME, CONSTRAINT = 'reeve_guard';
          END IF;
          RETURN NULL;
        END
      $f$, replace(g.barred_sql, '$actor', reeve.actor_expression('NEW.', g.actors, g.key_types)),
        replace(g.barred_sql, '$actor', reeve.actor_expression('OLD.', g.actors, g.key_types)),
        g.barred_sql, g.relation::oid, g.numbers, g.key_types,
        format('this %s is barred from writing here', g.collection)
          || coalesce(': ' || g.limit_name, ''))),
      format('COMMENT ON FUNCTION %s IS %L', g.routine, format(
        'Generated: refuses writes of barred %s/%s rows to %s.', manifest ->> 'app', g.collection,
        g.relation)),
      format('GRANT USAGE ON SCHEMA reeve TO %I', g.owner_name),
      format('GRANT EXECUTE ON FUNCTION %s TO %I', g.routine, g.owner_name)]);
    CONTINUE WHEN only_functions;
    PERFORM reeve.role_execute(g.owner_name, ARRAY[
      format('CREATE TRIGGER %I AFTER %s ON %s FOR EACH ROW '
        'WHEN (current_user <> %L) EXECUTE FUNCTION %s()', g.trigger_name,
        array_to_string(g.operations, ' OR '), g.relation,
        reeve.app_role('writer', manifest ->> 'app'), g.routine)]);
  END LOOP;

  -- Row security that was enabled only for our policies ends with the last of them.
  FOR t IN
    SELECT p.polrelid::regclass AS relation, pg_get_userbyid(r.relowner) AS owner_name,
      EXISTS (SELECT FROM pg_policy o WHERE o.polrelid = p.polrelid AND o.oid <> p.oid) AS is_shared
    FROM pg_policy p JOIN pg_class r ON r.oid = p.polrelid
    WHERE NOT only_functions AND p.polname = 'reeve_open' AND NOT EXISTS (
      SELECT FROM pg_policy o WHERE o.polrelid = p.polrelid AND o.polname ~ '^reeve_bar_')
  LOOP
    PERFORM reeve.role_execute(t.owner_name,
      ARRAY[format('DROP POLICY reeve_open ON %s', t.relation)] || CASE WHEN t.is_shared THEN '{}'
        ELSE ARRAY[format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', t.relation)] END);
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_guard(jsonb, boolean) IS
  'Creates the triggers and policies that enforce an app''s bans anew, and drops those that its '
  'catalog no longer declares. Takes SHARE ROW EXCLUSIVE (guard) or ACCESS EXCLUSIVE (policy) on '
  'those tables. only_functions: replaces the functions that are there, and locks no table.';
