CREATE OR REPLACE FUNCTION reeve.catalog_expose(app_name text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c record;
BEGIN
  -- The view reads with its owner's rights, so the hand owns it; it may not keep CREATE.
  PERFORM set_config('role', 'reeve_owner', TRUE);
  GRANT CREATE ON SCHEMA reeve_view TO reeve_hand;
  FOR c IN
    SELECT format('reeve_view.%I', l.app || '_' || l.name) AS view_sql, l.is_live, l.table_sql,
      (SELECT string_agg(
          CASE WHEN s.name = ANY (l.personal_columns)
            THEN format('CASE WHEN t.%1$I IS NOT NULL THEN ''•••'' END AS %1$I', s.name)
            ELSE format('t.%I', s.name) END, ', ' ORDER BY s.place)
        FROM unnest(l.show_columns) WITH ORDINALITY s(name, place)) AS fields,
      format('Masked rows of %s/%s.', l.app, l.name) AS remark
    FROM reeve.collection l WHERE l.app = app_name
  LOOP
    PERFORM set_config('role', 'reeve_hand', TRUE);
    EXECUTE 'DROP VIEW IF EXISTS ' || c.view_sql;
    IF c.is_live THEN
      EXECUTE format('CREATE VIEW %s WITH (security_barrier) AS SELECT %s FROM %s t',
        c.view_sql, c.fields, c.table_sql);
      EXECUTE format('COMMENT ON VIEW %s IS %L', c.view_sql, c.remark);
      EXECUTE format('GRANT SELECT ON %s TO reeve_viewer', c.view_sql);
    END IF;
    PERFORM set_config('role', 'reeve_owner', TRUE);
  END LOOP;
  REVOKE CREATE ON SCHEMA reeve_view FROM reeve_hand;
  RESET ROLE;
END
$$;

COMMENT ON FUNCTION reeve.catalog_expose(text) IS
  'Makes the masked views of an app anew, owned by reeve_hand, readable by reeve_viewer.';
