CREATE OR REPLACE FUNCTION reeve.flag_find(app text, name text, is_rule boolean)
RETURNS reeve.flag
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  named reeve.flag[];
  noun text := CASE WHEN is_rule THEN 'rule' ELSE 'flag' END;
BEGIN
  SELECT array_agg(l ORDER BY l.app) INTO named FROM reeve.flag l
  WHERE l.app = coalesce(flag_find.app, l.app) AND l.is_live AND (l.kind = 'rule') = is_rule
    AND flag_find.name IN (l.name, l.app || '/' || l.name);
  IF named IS NULL THEN
    RAISE EXCEPTION 'there is no % %', noun, name USING ERRCODE = 'RV004',
      HINT = format('`%ss` lists them.', noun);
  ELSIF cardinality(named) > 1 THEN
    RAISE EXCEPTION '% apps have a % %', cardinality(named), noun, name USING ERRCODE = 'RV001',
      HINT = format('Name one with its app, such as %s/%s.', named[1].app, name);
  END IF;
  RETURN named[1];
END
$$;

COMMENT ON FUNCTION reeve.flag_find(text, text, boolean) IS
  'The flag, or with is_rule the rule, of this name, which may include the app: app/name. app: '
  'only of this one, NULL = of all. RV001 where several apps have one, RV004 where none has.';
