CREATE OR REPLACE FUNCTION reeve.import_revoke(import_id int, mapping jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  a reeve.app := (SELECT a FROM reeve.app a WHERE a.app = mapping ->> 'app');
  rights text := reeve.import_stage(import_id) || '_rights';
  given text[];
BEGIN
  -- The transaction of a process that was killed may still be changing the same rights.
  PERFORM reeve.turn_take('import ' || a.app);
  PERFORM reeve.role_execute('reeve_owner', ARRAY(
    SELECT format('DROP TABLE IF EXISTS %1$s, %1$s_next', reeve.import_stage(import_id, t.child))
    FROM reeve.import_targets(mapping) t
    UNION ALL
    SELECT format('DROP TABLE IF EXISTS %s_own', reeve.import_stage(import_id))));
  IF to_regclass(rights) IS NOT NULL THEN
    EXECUTE format($f$
      SELECT array_agg(format('GRANT SELECT%%s ON %%s TO %%I', '(' || r.columns || ')', r.relation,
        $1))
      FROM %s r WHERE to_regclass(r.relation) IS NOT NULL $f$, rights)
    INTO given USING reeve.app_role('writer', a.app);
    PERFORM reeve.role_execute('reeve_owner', ARRAY[format('DROP TABLE %s', rights)]);
  END IF;
  -- Revoking SELECT on a table revokes it on its columns too, so tables that other open imports
  -- write are left alone.
  PERFORM reeve.role_execute(a.owner_name, ARRAY(
    SELECT format('REVOKE SELECT, DELETE, INSERT (%1$s), UPDATE (%1$s) ON %2$s FROM %3$I',
      u.columns, u.relation, reeve.app_role('writer', a.app))
    FROM (
      SELECT reeve.import_table(t.target) AS relation,
        (SELECT string_agg(quote_ident(i.name), ', ') FROM reeve.import_columns(t.target) i)
          AS columns
      FROM reeve.import_targets(mapping) t
      UNION ALL
      SELECT r.relation, r.make_columns FROM reeve.import_refs(mapping) r) u
    WHERE NOT EXISTS (
      SELECT FROM reeve.import i
      WHERE i.finished_at IS NULL AND i.import_id <> import_revoke.import_id
        AND (EXISTS (SELECT FROM reeve.import_targets(i.mapping) o
            WHERE reeve.import_table(o.target) = u.relation)
          OR EXISTS (SELECT FROM reeve.import_refs(i.mapping) o WHERE o.relation = u.relation))))
    -- Gives back what the writer could read before, as somebody may need that still, and what
    -- moderation needs on the same tables.
    || given || reeve.catalog_rights(a.manifest, ARRAY(
      SELECT reeve.import_table(t.target) FROM reeve.import_targets(mapping) t
      UNION
      SELECT r.relation FROM reeve.import_refs(mapping) r)));
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('REVOKE USAGE ON SCHEMA reeve_stage FROM %I', reeve.app_role('writer', a.app))])
  WHERE NOT EXISTS (
    SELECT FROM reeve.import i
    WHERE i.app = a.app AND i.finished_at IS NULL AND i.import_id <> import_revoke.import_id);
END
$$;

COMMENT ON FUNCTION reeve.import_revoke(int, jsonb) IS
  'Drops the staging that import_grant created, and reduces the app writer''s rights to the '
  'catalog''s, to those that other open imports need, and to what it could read before.';
