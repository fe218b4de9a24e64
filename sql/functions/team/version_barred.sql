CREATE OR REPLACE FUNCTION reeve.version_barred(
  who text, place text, oldest text, OUT code text, OUT message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT b.code, b.message
  FROM (SELECT split_part(place, '/', 1), split_part(place, '/', 2)) s(app, platform)
  LEFT JOIN LATERAL reeve.version_now(s.app) n ON n.platform = s.platform
  CROSS JOIN LATERAL (VALUES
    (1, 'rank', format('versions set needs the rank senior and a login of one''s own; %s has %s',
      who, coalesce(reeve.member_rank_own(who), 'no rank here')),
      NOT reeve.rank_suffices(reeve.member_rank_own(who), 'senior')),
    (2, 'notfound', coalesce('the catalog of ' || nullif(s.app, '') || ' names no',
      'no catalog names a') || format(' platform %s under versions', s.platform),
      n.platform IS NULL),
    (3, 'argument', 'a version is up to four numbers with dots between them, such as 2.4.0; 0 '
      'allows every version',
      (version_barred.oldest ~ E'^\\d{1,9}(\\.\\d{1,9}){0,3}$') IS NOT TRUE),
    (4, 'state', format('the oldest version allowed on %s is %s already', s.platform, n.oldest),
      n.oldest = version_barred.oldest)
    ) b(place, code, message, is_so)
  WHERE b.is_so
  ORDER BY b.place LIMIT 1
$$;

COMMENT ON FUNCTION reeve.version_barred(text, text, text) IS
  'Why somebody may not decide which version is the oldest allowed on a platform (place: '
  'findspot/ios); NULL if they may.';
