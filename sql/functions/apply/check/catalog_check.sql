CREATE OR REPLACE FUNCTION reeve.catalog_check(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  owner_name text := manifest ->> 'owner';
  writer text := reeve.app_role('writer', manifest ->> 'app');
  reader text := reeve.app_role('reader', manifest ->> 'app');
BEGIN
  IF manifest ->> 'app' !~ '^[a-z][a-z0-9_-]{0,62}$' THEN
    RETURN QUERY SELECT '/app', 'name', format('the name of an app is of a-z, 0-9, _ and -, '
      'begins with a letter and has at most 63 characters, unlike %s', manifest ->> 'app');
    RETURN;
  END IF;
  IF to_regrole(quote_ident(owner_name)) IS NULL THEN
    RETURN QUERY SELECT '/owner', 'missing', format('there is no role %s', owner_name);
    RETURN;
  END IF;
  RETURN QUERY
    SELECT '/logins/' || (l.place - 1), f.code, format(f.message, l.name)
    FROM unnest(reeve.catalog_columns(manifest -> 'logins')) WITH ORDINALITY l(name, place)
    CROSS JOIN LATERAL (VALUES
      ('missing', 'there is no role %s', to_regrole(quote_ident(l.name)) IS NULL),
      ('rights', 'members of %s are of other apps, too: name a role of this app''s own',
        l.name ~ '^(reeve|pg)_')) f(code, message, is_wrong)
    WHERE f.is_wrong
    UNION ALL
    SELECT '/timeouts', 'missing', 'timeouts are set on logins: name their roles under logins'
    WHERE manifest ? 'timeouts' AND NOT manifest ? 'logins';
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT coalesce((
        SELECT min(format('/collections/%s/schema', c.key))
        FROM jsonb_each(manifest -> 'collections') c
        WHERE c.value ->> 'schema' = s.name AND s.name <> manifest ->> 'schema'), '/schema'),
      f.code, f.message
    FROM unnest(reeve.catalog_schemas(manifest)) s(name)
    CROSS JOIN LATERAL (SELECT to_regnamespace(quote_ident(s.name))::oid) n(id)
    CROSS JOIN LATERAL (VALUES
      ('missing', format('there is no schema %s', s.name), n.id IS NULL),
      ('rights', format('%s may not let the roles of the app in: '
        'GRANT USAGE ON SCHEMA %I TO %I, %I', owner_name, s.name, writer, reader),
        NOT has_schema_privilege(owner_name, n.id, 'USAGE WITH GRANT OPTION')
        AND NOT has_schema_privilege('public', n.id, 'USAGE')
        AND NOT coalesce((
          SELECT bool_and(has_schema_privilege(r.oid, n.id, 'USAGE')) AND count(*) = 2
          FROM pg_roles r WHERE r.rolname IN (writer, reader)), FALSE))
      ) f(code, message, is_wrong)
    WHERE f.is_wrong;
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT * FROM reeve.catalog_check_collections(manifest);
  IF NOT FOUND THEN
    -- Compiled only if everything they refer to is sound, so that no finding causes another.
    RETURN QUERY SELECT * FROM reeve.catalog_check_encrypted(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_actions(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_merges(manifest);
    IF NOT FOUND THEN
      RETURN QUERY SELECT * FROM reeve.catalog_check_effects(manifest);
    END IF;
    RETURN QUERY SELECT * FROM reeve.catalog_check_guards(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_flags(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_erase(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_details(manifest);
    RETURN QUERY
      SELECT format('/collections/%s/recipient/inbox', i.collection), f.code, f.message
      FROM reeve.catalog_inboxes(manifest) i
      LEFT JOIN pg_proc p ON p.oid = i.routine
      CROSS JOIN LATERAL (VALUES
        ('missing', CASE WHEN i.routine IS NULL
          THEN format('there is no function %s', i.signature) END),
        ('rights', reeve.catalog_routine_fault(i.routine, i.signature, manifest ->> 'owner'))
      ) f(code, message)
      WHERE f.message IS NOT NULL;
    RETURN QUERY SELECT * FROM reeve.catalog_check_outside(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_files(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_devices(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_places(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_counts(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_ranks(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_feeds(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_retain(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_terms(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_search(manifest);
    RETURN QUERY
      SELECT g.path, 'guessed', format('%s of %s is a guess, so nothing acts by it: '
        'if %s does refer to %s, set guessed: false there',
        g.parent, g.collection, array_to_string(g.columns, ', '), g.target)
      FROM reeve.catalog_guesses(manifest) g WHERE g.is_guessed;
  END IF;
  RETURN QUERY SELECT * FROM reeve.catalog_check_views(manifest);
  RETURN QUERY
    SELECT format('/collections/%s/link', c.key), 'link',
      'a link is a URL with {key} where the key goes: https://shop.example/items/{key}'
    FROM jsonb_each(manifest -> 'collections') c
    WHERE strpos(c.value ->> 'link', '{key}') = 0
      OR replace(c.value ->> 'link', '{key}', '') !~ '^[a-z][a-z0-9+.-]*://[!-z~]*$';
  RETURN QUERY
    SELECT format('/strikes/thresholds/%s/propose', t.place - 1), 'missing', format(
      'no action %s is declared for those whom strikes count against (%s)', t.body ->> 'propose',
      coalesce((
        SELECT string_agg(p.key, ', ' ORDER BY p.key)
        FROM jsonb_each(manifest -> 'collections') p WHERE p.value ? 'recipient'),
        'no collection has a recipient'))
    FROM jsonb_array_elements(manifest #> '{strikes,thresholds}') WITH ORDINALITY t(body, place)
    WHERE NOT EXISTS (
      SELECT FROM jsonb_array_elements(manifest -> 'actions') a
      WHERE a ->> 'verb' = t.body ->> 'propose'
        AND manifest #> ARRAY['collections', a ->> 'collection'] ? 'recipient');
  RETURN QUERY SELECT * FROM reeve.catalog_check_tasks(manifest);
  RETURN QUERY SELECT * FROM reeve.catalog_check_notices(manifest);
  RETURN QUERY SELECT * FROM reeve.catalog_check_jobs(manifest);
END
$$;

COMMENT ON FUNCTION reeve.catalog_check(jsonb) IS
  'Compares a manifest with the live database; one row per finding, path as a JSON pointer. '
  'Expressions are planned as the app''s owner and never run.';
