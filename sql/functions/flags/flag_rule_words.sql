CREATE OR REPLACE FUNCTION reeve.flag_rule_words(
  spec jsonb, events numeric, span interval, names text)
RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT left(format('%s within %s, more than %s within %s: %s%s', events, reeve.flag_span(span),
    spec ->> 'more_than', spec ->> 'within', names, CASE WHEN events > 5 THEN ', …' ELSE '' END),
    1000)
$$;

COMMENT ON FUNCTION reeve.flag_rule_words(jsonb, numeric, interval, text) IS
  'What a rule found of a subject: how many events, within what time, and the last of them.';
