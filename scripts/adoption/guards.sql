-- With the person 1 of :people banned: which columns, alone naming that person in a copy of a row of
-- another's, make a guard refuse the row. Prints table|column, or others|table for rows refused that do
-- not name the person at all. Everything is rolled back.
SELECT set_config('adoption.people', :'people', FALSE) \gset
BEGIN;
CREATE TEMPORARY TABLE refused(line text);
DO $$
DECLARE
  people regclass := current_setting('adoption.people')::regclass;
  t record;
  col name;
  cols text;
  vals text;
  hint text;
BEGIN
  FOR t IN
    SELECT c.oid::regclass AS name, c.oid,
      ARRAY(SELECT a.attname FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
        AND NOT a.attisdropped AND a.atttypid IN ('int4'::regtype, 'int8'::regtype)
        AND (EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f'
            AND f.confrelid = people AND f.conkey = ARRAY[a.attnum])
          OR a.attname ~ '(user|author|creator|updater|approver|person|owner|uploader|sender|from|to)(_id)?$')
        ) AS persons
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT c.relispartition AND c.oid <> people
  LOOP
    FOREACH col IN ARRAY t.persons || NULL::name LOOP
      SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum),
        string_agg(CASE WHEN a.attname = col THEN '1' WHEN a.attname = ANY (t.persons) THEN '2'
          ELSE quote_ident(a.attname) END, ', ' ORDER BY a.attnum)
      INTO cols, vals
      FROM pg_attribute a
      WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '';
      BEGIN
        -- A guard is an AFTER trigger: nothing else may refuse the copy before it.
        EXECUTE format('CREATE TEMPORARY TABLE IF NOT EXISTS copies(LIKE %s)', t.name);
        EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', t.name);
        PERFORM format('x');
        FOR hint IN SELECT format('ALTER TABLE %s ENABLE TRIGGER %I', t.name, g.tgname)
          FROM pg_trigger g WHERE g.tgrelid = t.oid AND g.tgname ~ '^reeve_guard_' LOOP
          EXECUTE hint;
        END LOOP;
        FOR hint IN SELECT format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', t.name, k.conname)
          FROM pg_constraint k WHERE k.conrelid = t.oid AND k.contype IN ('p', 'u', 'x')
        LOOP
          EXECUTE hint;
        END LOOP;
        FOR hint IN SELECT format('DROP INDEX %s', x.indexrelid::regclass)
          FROM pg_index x WHERE x.indrelid = t.oid AND x.indisunique LOOP
          EXECUTE hint;
        END LOOP;
        EXECUTE format('INSERT INTO %1$s(%2$s) OVERRIDING SYSTEM VALUE SELECT %3$s FROM %1$s LIMIT 1',
          t.name, cols, vals);
        RAISE EXCEPTION 'taken' USING ERRCODE = 'TAKEN';
      EXCEPTION
        WHEN SQLSTATE 'TAKEN' THEN NULL;
        WHEN OTHERS THEN
          GET STACKED DIAGNOSTICS hint = CONSTRAINT_NAME;
          IF hint = 'reeve_guard' THEN
            INSERT INTO refused VALUES (coalesce(t.name || '|' || col, 'others|' || t.name));
          END IF;
      END;
    END LOOP;
  END LOOP;
END
$$;
SELECT line FROM refused ORDER BY 1;
ROLLBACK;
