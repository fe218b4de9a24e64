CREATE OR REPLACE FUNCTION reeve.outbox_text(
  app text, o reeve.outbox, OUT locale text, OUT subject text, OUT body text, OUT error text,
  OUT statement jsonb)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC'
AS $$
DECLARE
  t reeve.template;
  head record;
  main record;
  given record;
  arguments jsonb;
  z text := reeve.notice_zone(app, o.zone);
BEGIN
  -- The reader's language, else the language without its region, else English, else any.
  SELECT x.* INTO t FROM reeve.template x
  WHERE x.app = outbox_text.app AND x.name = o.template
  ORDER BY x.locale = o.locale DESC, x.locale = split_part(o.locale, '-', 1) DESC,
    x.locale = 'en' DESC, x.locale
  LIMIT 1;
  IF NOT FOUND THEN
    error := format('there is no template %s', o.template);
    RETURN;
  END IF;
  SELECT * INTO given FROM reeve.statement_notice(app, o);
  arguments := CASE WHEN o.arguments = '{}' THEN '{}' ELSE '{"statement": "", "decision": "",
    "ground": "", "facts": "", "found": "", "automation": "", "redress": ""}'::jsonb
    || coalesce(given.parts, '{}') || o.arguments END;
  SELECT * INTO head FROM reeve.notice_render(t.subject, z, arguments);
  SELECT * INTO main FROM reeve.notice_render(t.body, z, arguments);
  IF coalesce(head.missing, main.missing) IS NOT NULL THEN
    error := format('template %s needs {%s}', o.template, coalesce(head.missing, main.missing));
    RETURN;
  END IF;
  locale := t.locale;
  subject := head.rendered;
  body := main.rendered;
  statement := given.fields;
  IF statement IS NOT NULL AND t.body !~ E'\\{(statement|redress)\\}' THEN
    body := rtrim(body, E'\n') || E'\n\n' || (given.parts ->> 'statement') || E'\n';
  END IF;
EXCEPTION WHEN data_exception THEN
  -- A value that is no time must not keep those of others from being sent.
  error := format('template %s cannot be filled: %s', o.template, SQLERRM);
END
$$;

COMMENT ON FUNCTION reeve.outbox_text(text, reeve.outbox) IS
  'A notice as its receiver reads it, and in which language; error: why it cannot be rendered. '
  'The statement of reasons, if it holds one, follows the body unless the template says where it '
  'or its redress goes; statement: its fields.';
