CREATE OR REPLACE FUNCTION reeve.catalog_check_notices(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH spec AS (SELECT manifest -> 'notices' AS n),
  named AS (
    SELECT format('/notices/channels/%s/%s', c.key, t.place - 1) AS path, t.name, c.key AS channel
    FROM spec CROSS JOIN LATERAL jsonb_each(n -> 'channels') c
    CROSS JOIN LATERAL jsonb_array_elements_text(c.value) WITH ORDINALITY t(name, place)
    UNION ALL
    SELECT format('/notices/urgent/%s', t.place - 1), t.name, NULL
    FROM spec
    CROSS JOIN LATERAL jsonb_array_elements_text(n -> 'urgent') WITH ORDINALITY t(name, place)
    UNION ALL
    SELECT format('/notices/caps/%s/template', c.place), c.template, NULL
    FROM reeve.catalog_caps(manifest) c WHERE c.template IS NOT NULL)
  SELECT '/notices/zone', 'zone', format('the server knows no zone %s', n ->> 'zone')
  FROM spec WHERE n ? 'zone' AND NOT reeve.zone_is_known(n ->> 'zone')
  UNION ALL
  SELECT '/notices/quiet/' || q.key, 'time', 'a time of the day is written 22:00'
  FROM spec CROSS JOIN LATERAL jsonb_each_text(n -> 'quiet') q
  WHERE q.value !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
  UNION ALL
  SELECT '/notices/quiet/until', 'time', 'quiet hours from and until the same time never end'
  FROM spec WHERE n #>> '{quiet,from}' = n #>> '{quiet,until}'
  UNION ALL
  SELECT t.path, 'missing', format('there is no template %s', t.name)
  FROM named t WHERE (manifest -> 'templates' ? t.name) IS NOT TRUE
  UNION ALL
  SELECT t.path, 'twice', format('%s has the channel %s, too', t.name, o.channel)
  FROM named t JOIN named o ON o.name = t.name AND o.channel < t.channel
  UNION ALL
  SELECT format('/notices/caps/%s/channel', c.place), 'missing',
    format('there is no channel %s', c.channel)
  FROM reeve.catalog_caps(manifest) c
  WHERE c.channel IS NOT NULL AND (manifest #> '{notices,channels}' ? c.channel) IS NOT TRUE
  UNION ALL
  SELECT format('/notices/caps/%s/most', c.place), 'number', 'a cap is at most 10000 messages'
  FROM reeve.catalog_caps(manifest) c WHERE c.most > 10000
  UNION ALL
  SELECT format('/notices/caps/%s', c.place), 'twice',
    'another cap counts the same messages within the same time'
  FROM reeve.catalog_caps(manifest) c
  JOIN reeve.catalog_caps(manifest) o ON o.place < c.place AND o.within = c.within
    AND o.is_per_recipient = c.is_per_recipient AND o.channel IS NOT DISTINCT FROM c.channel
    AND o.template IS NOT DISTINCT FROM c.template
  UNION ALL
  SELECT '/statements/' || l.key, 'locale', format(
    '%s is not a language: write en, or pt-BR', l.key)
  FROM jsonb_each(manifest -> 'statements') l
  WHERE l.key !~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'
  UNION ALL
  SELECT format('/statements/%s/%s', l.key, w.key), 'placeholder', format(
    'a statement has no {%s}: its placeholders are {label}, {until|time}, {limit}, {policy}, '
    '{clause}, {facts}, {action} and {appeal_until|time}', n.missing)
  FROM jsonb_each(manifest -> 'statements') l
  CROSS JOIN LATERAL jsonb_each_text(l.value) w
  CROSS JOIN LATERAL reeve.notice_render(w.value, 'UTC', '{"label": "", "until": "infinity",
    "limit": "", "policy": "", "clause": "", "facts": "", "action": "",
    "appeal_until": "infinity"}') n
  WHERE n.missing IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.catalog_check_notices(jsonb) IS
  'Findings about how a manifest has notices sent: zones, times, templates, channels and caps; and '
  'about the sentences of statements of reasons.';
