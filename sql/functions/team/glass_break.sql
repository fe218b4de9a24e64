CREATE OR REPLACE FUNCTION reeve.glass_break(lasts text, why text) RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
SET "TimeZone" = 'UTC'
AS $$
DECLARE
  login CONSTANT text := session_user;
  own CONSTANT text := reeve.member_rank_own(login);
  named CONSTANT text := reeve.glass_named(login);
  given text := nullif(btrim(why), '');
  present CONSTANT timestamptz := clock_timestamp();
  span interval;
  last reeve.glass;
  g reeve.glass;
  code text;
  message text;
BEGIN
  BEGIN
    span := coalesce(lasts, '1 hour')::interval;
  EXCEPTION WHEN data_exception THEN
    span := NULL;
  END;
  SELECT x.* INTO last FROM reeve.glass x
  WHERE x.role_name = login AND x.reviewed_at IS NULL;
  SELECT b.code, b.message INTO code, message
  FROM (VALUES
    (1, 'rank', format('%s may take no rank in an emergency: two seniors name beforehand who may',
      login), own IS NULL OR named IS NULL),
    (2, 'state', format('you are %s, and need no emergency', own),
      reeve.rank_suffices(own, named)),
    (3, 'argument', 'say what happened, in at most 2000 characters',
      given IS NULL OR char_length(given) > 2000),
    (4, 'argument', 'an emergency lasts for 5 minutes to 4 hours',
      (span BETWEEN '5 minutes' AND '4 hours') IS NOT TRUE),
    (5, 'state', format('you have taken it: G%s, until %s', last.glass_id,
      reeve.moment_text(last.ends_at)), last.ended_at IS NULL AND last.ends_at > present),
    (6, 'state', format('G%s, your last one, has not been reviewed: a senior does so by '
      '`break-glass review G%s`', last.glass_id, last.glass_id), last.glass_id IS NOT NULL)
    ) b(place, code, message, is_so)
  WHERE b.is_so
  ORDER BY b.place LIMIT 1;
  IF code IS NULL THEN
    INSERT INTO reeve.glass(role_name, role_oid, rank, reason, begun_at, ends_at)
    VALUES (login, to_regrole(quote_ident(login)), named, given, present,
      present + span)
    ON CONFLICT (role_name) WHERE reviewed_at IS NULL DO NOTHING
    RETURNING * INTO g;
    IF g.glass_id IS NULL THEN
      code := 'state';
      message := 'you have just taken it in another session';
    END IF;
  END IF;
  IF code IS NULL THEN
    message := format('G%s', g.glass_id);
    PERFORM reeve.console_ring();
  END IF;
  PERFORM reeve.command_record('glass.break', login, key => login, code => code,
    detail => jsonb_strip_nulls(jsonb_build_object('glass', g.glass_id, 'rank', g.rank,
      'until', reeve.moment_json(g.ends_at))));
  RETURN reeve.outcome_of(code, message, CASE WHEN code IS NULL THEN jsonb_build_object(
    'glass', g.glass_id, 'rank', g.rank, 'until', g.ends_at) ELSE '{}' END);
END
$$;

COMMENT ON FUNCTION reeve.glass_break(text, text) IS
  'Takes the rank for which two seniors named the login (glass_perform), at once, for 5 minutes to '
  '4 hours (lasts; NULL: an hour): on record, told to all open consoles of seniors, to `doctor` '
  'and the digest. It ends by itself; nobody extends it, and nobody takes another before a senior '
  'has reviewed it. A refusal is returned and recorded, not raised.';

GRANT EXECUTE ON FUNCTION reeve.glass_break(text, text) TO reeve_viewer;
