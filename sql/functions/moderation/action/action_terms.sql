CREATE OR REPLACE FUNCTION reeve.action_terms(
  c reeve.collection, k reeve.action_kind, verb text, args jsonb, at timestamptz,
  OUT until timestamptz, OUT policy text, OUT grace interval, OUT severity text,
  OUT reason text, OUT public_reason text, OUT name text, OUT is_protecting boolean,
  OUT reply_id int, OUT given reeve.action_args, OUT problem text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  p reeve.policy;
  r reeve.reply;
  missing text;
BEGIN
  given := reeve.args_read(NULL::reeve.action_args, args);
  IF k.name IS NULL THEN
    problem := format('%s is not declared for %s', verb, c.name);
    RETURN;
  END IF;
  reason := nullif(btrim(given.why), '');
  public_reason := nullif(btrim(given.public), '');
  name := given.name;
  IF k.argument = 'account' AND name IS NOT NULL THEN
    name := reeve.subject_key(c, name);
  END IF;
  is_protecting := coalesce(given.protect, FALSE);
  IF k.needs_policy THEN
    SELECT * INTO p FROM reeve.policy l
    WHERE l.app = c.app AND l.name = given.policy AND l.is_live;
  END IF;
  policy := p.name;
  IF public_reason ~ '^@[^[:space:]]+$' THEN
    SELECT * INTO r FROM reeve.reply l
    WHERE l.app = c.app AND l.name = substr(public_reason, 2) AND l.is_live;
    reply_id := r.reply_id;
    IF reply_id IS NOT NULL THEN
      SELECT n.rendered, n.missing INTO public_reason, missing
      FROM reeve.reply_text(reply_id, NULL, NULL, jsonb_build_object('label', '',
        'policy', p.title, 'limit', name,
        'until', CASE WHEN k.ends <> 'never' THEN 'infinity' END)) n;
    END IF;
  END IF;
  grace := coalesce(p.grace, '0');
  severity := coalesce(given.severity, p.severity);
  problem := CASE
    WHEN k.needs_policy AND policy IS NULL THEN concat(
      CASE WHEN given.policy IS NULL THEN 'name the policy that was broken'
        ELSE format('there is no policy %s', given.policy) END,
      format(' (one of: %s)', (
        SELECT string_agg(l.name, ', ' ORDER BY l.name) FROM reeve.policy l
        WHERE l.app = c.app AND l.is_live)))
    WHEN NOT k.needs_policy AND args ?| '{policy,severity,public}' THEN
      format('a %s is not for a breach: it takes no policy, severity or public reason', k.name)
    WHEN public_reason ~ '^@[^[:space:]]+$' AND reply_id IS NULL THEN format(
      'there is no saved reply %s (%s)', public_reason, coalesce('one of: ' || (
        SELECT string_agg('@' || l.name, ', ' ORDER BY l.name) FROM reeve.reply l
        WHERE l.app = c.app AND l.is_live AND l.policy = p.name),
        'none is for this policy'))
    WHEN r.policy <> p.name THEN format(
      'the saved reply @%s is for the policy %s, not %s', r.name, r.policy, p.name)
    WHEN missing IS NOT NULL THEN format(
      'the saved reply @%s needs {%s}, which a %s has not', r.name, missing, verb)
    WHEN severity NOT IN ('low', 'medium', 'high', 'critical') THEN
      format('%s is not a severity: low, medium, high or critical', severity)
    WHEN char_length(reason) > 2000 THEN 'the reason is longer than 2000 characters'
    WHEN char_length(public_reason) > 1000 THEN
      'the public reason is longer than 1000 characters'
    WHEN k.needs_reason AND reason IS NULL THEN
      format('%s needs a reason', k.name)
    WHEN k.argument = 'tag' AND coalesce(name, '') !~ '^[a-z][a-z0-9_-]{0,39}$' THEN format(
      '%s is not a tag: lower-case letters, digits, - and _, first a letter, at most 40',
      quote_literal(coalesce(name, '')))
    WHEN k.argument = 'limit' AND NOT coalesce(c.limits ? name, FALSE) THEN format(
      'the catalog declares no limit %s for %s (%s)', coalesce(name, 'without a name'), c.name,
      coalesce('one of: ' || (
        SELECT string_agg(l.key, ', ' ORDER BY l.key) FROM jsonb_each(c.limits) l), 'none'))
    WHEN k.argument = 'account' AND name IS NULL THEN
      format('say which account stays: %s %s:… into %2$s:…', verb, c.name)
    WHEN coalesce(k.argument, 'text') = 'text' AND name IS NOT NULL THEN
      format('a %s has no name', k.name)
    WHEN is_protecting AND k.argument IS DISTINCT FROM 'tag' THEN 'only a tag can protect'
    WHEN given.forever AND given."for" IS NOT NULL THEN 'it ends or is forever, not both'
    WHEN k.ends IN ('never', 'always') AND (given.forever OR given."for" IS NOT NULL) THEN
      format('a %s takes no end', k.name)
    WHEN k.ends = 'must' AND given.forever THEN format('a %s cannot be forever', k.name) END;
  IF problem IS NOT NULL THEN
    RETURN;
  END IF;
  IF given."for" IS NOT NULL THEN
    until := reeve.action_until(at, given."for");
    IF until IS NULL THEN
      problem := format(
        '%s is not a duration between a second and 10 years (try 7d, 12h, 2w)', given."for");
    END IF;
  ELSIF k.ends = 'must' AND p.duration IS NOT NULL THEN
    until := at + p.duration;
  ELSIF given.forever OR k.ends IN ('always', 'may') THEN
    until := 'infinity';
  ELSIF k.ends <> 'never' THEN
    problem := 'say for how long' || CASE k.ends WHEN 'say' THEN ', or that it is forever'
      ELSE format('; the policy %s has no duration of its own', policy) END;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.action_terms(
  reeve.collection, reeve.action_kind, text, jsonb, timestamptz) IS
  'Reads the arguments of an action of that kind, which the verb is, into given, and what they '
  'mean (name: of a merge the key of the account that stays); problem names their fault in words '
  'for the admin, or is NULL. reply_id: the saved reply that public (@NAME) names; public_reason '
  'is then yet to be made of it, by reply_reason.';
