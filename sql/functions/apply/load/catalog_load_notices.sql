CREATE OR REPLACE FUNCTION reeve.catalog_load_notices(manifest jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  app_name text := manifest ->> 'app';
  spec jsonb := coalesce(manifest -> 'notices', '{}');
BEGIN
  DELETE FROM reeve.notice_setting s WHERE s.app = app_name;
  INSERT INTO reeve.notice_setting(app, zone, quiet_from, quiet_until)
  SELECT app_name, coalesce(spec ->> 'zone', 'UTC'), (spec #>> '{quiet,from}')::time,
    (spec #>> '{quiet,until}')::time
  WHERE manifest ? 'notices';
  DELETE FROM reeve.notice_template t WHERE t.app = app_name;
  INSERT INTO reeve.notice_template(app, name, channel, is_urgent)
  SELECT app_name, t.name, max(t.channel), bool_or(t.is_urgent)
  FROM (
    SELECT jsonb_array_elements_text(c.value), c.key, FALSE
    FROM jsonb_each(coalesce(spec -> 'channels', '{}')) c
    UNION ALL
    SELECT jsonb_array_elements_text(coalesce(spec -> 'urgent', '[]')), NULL, TRUE
  ) t(name, channel, is_urgent)
  GROUP BY t.name;
  -- A cap that stays keeps its slots, so that no catalog forgets what was sent just now.
  DELETE FROM reeve.notice_cap p
  WHERE p.app = app_name AND NOT EXISTS (
    SELECT FROM reeve.catalog_caps(manifest) c
    WHERE c.channel IS NOT DISTINCT FROM p.channel AND c.template IS NOT DISTINCT FROM p.template
      AND c.is_per_recipient = p.is_per_recipient AND c.within = p.within);
  INSERT INTO reeve.notice_cap AS p(app, channel, template, is_per_recipient, within, most)
  SELECT app_name, c.channel, c.template, c.is_per_recipient, c.within, c.most
  FROM reeve.catalog_caps(manifest) c
  ON CONFLICT ON CONSTRAINT notice_cap_key DO UPDATE SET most = EXCLUDED.most
  WHERE p.most <> EXCLUDED.most;
  INSERT INTO reeve.notice_slot(cap_id, collection_id, key, slot, free_at)
  SELECT p.cap_id, 0, '', n, '-infinity'
  FROM reeve.notice_cap p CROSS JOIN LATERAL generate_series(1, p.most) n
  WHERE p.app = app_name AND NOT p.is_per_recipient
  ON CONFLICT ON CONSTRAINT notice_slot_pkey DO NOTHING;
END
$$;

COMMENT ON FUNCTION reeve.catalog_load_notices(jsonb) IS
  'Writes how an app''s notices are sent (`notices` of a manifest) to the catalog tables.';
