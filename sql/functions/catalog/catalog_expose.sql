CREATE OR REPLACE FUNCTION reeve.catalog_expose(app_name text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  statements text[];
BEGIN
  SELECT array_agg(s.statement ORDER BY v.view_sql, s.place) INTO statements
  FROM reeve.collection l
  CROSS JOIN LATERAL (
    SELECT format('reeve_view.%I', l.app || '_' || l.name), (
      SELECT string_agg(CASE WHEN s.name = ANY (l.personal_columns)
        THEN format('CASE WHEN t.%1$I IS NOT NULL THEN ''•••'' END AS %1$I', s.name)
        ELSE format('t.%I', s.name) END, ', ' ORDER BY s.place)
      FROM unnest(l.show_columns) WITH ORDINALITY s(name, place))) v(view_sql, fields)
  CROSS JOIN LATERAL (VALUES
    (1, TRUE, format('DROP VIEW IF EXISTS %s', v.view_sql)),
    (2, l.is_live, format('CREATE VIEW %s WITH (security_barrier) AS SELECT %s FROM %s t '
      'WHERE (SELECT reeve.member_rank()) IS NOT NULL', v.view_sql, v.fields, l.table_sql)),
    (3, l.is_live, format('COMMENT ON VIEW %s IS %L', v.view_sql,
      format('Masked rows of %s/%s.', l.app, l.name))),
    (4, l.is_live, format('GRANT SELECT ON %s TO reeve_viewer', v.view_sql))
  ) s(place, is_wanted, statement)
  WHERE l.app = app_name AND s.is_wanted;
  -- A view reads with its owner's rights, so the hand owns it; it may not keep CREATE.
  PERFORM reeve.role_execute(
    'reeve_owner', ARRAY['GRANT CREATE ON SCHEMA reeve_view TO reeve_hand']);
  PERFORM reeve.role_execute('reeve_hand', statements);
  PERFORM reeve.role_execute(
    'reeve_owner', ARRAY['REVOKE CREATE ON SCHEMA reeve_view FROM reeve_hand']);
END
$$;

COMMENT ON FUNCTION reeve.catalog_expose(text) IS
  'Makes the masked views of an app anew, owned by reeve_hand, readable by reeve_viewer '
  'with a rank in this database.';
