CREATE OR REPLACE FUNCTION sotravel.user_change(
  who bigint, name text, photo_url text, kinds text[], urls text[], at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
#variable_conflict use_column
BEGIN
  PERFORM sotravel.user_admit(who, at);
  IF coalesce(cardinality(kinds), 0) <> coalesce(cardinality(urls), 0) THEN
    RAISE EXCEPTION 'every link has a kind and a URL' USING ERRCODE = 'ST007';
  END IF;
  UPDATE sotravel.users u SET name = user_change.name, photo_url = user_change.photo_url
  WHERE u.id = who;
  DELETE FROM sotravel.social_links l WHERE l.user_id = who;
  INSERT INTO sotravel.social_links (user_id, kind, url)
  SELECT who, l.kind, l.url FROM unnest(kinds, urls) l(kind, url);
END
$body$;

COMMENT ON FUNCTION sotravel.user_change IS
'A person''s own name, photo and social links, all as they shall be.';

GRANT EXECUTE ON FUNCTION sotravel.user_change TO sotravel_app;
