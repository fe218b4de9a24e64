CREATE OR REPLACE FUNCTION sotravel.user_change(
  who bigint, name text, photo_url text, kinds text[], urls text[], at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.user_admit(who, at);
  PERFORM sotravel.text_require('name', name, 100),
    sotravel.text_require('photo_url', photo_url, 2000, TRUE),
    sotravel.argument_require('kinds',
      coalesce(cardinality(kinds), 0) = coalesce(cardinality(urls), 0) AND NOT EXISTS (
        SELECT FROM unnest(kinds) k
        WHERE (char_length(k) BETWEEN 1 AND 40) IS NOT TRUE)
      AND (SELECT count(DISTINCT k) = count(*) AND count(*) <= 20 FROM unnest(kinds) k),
      'a kind for each of urls, at most 20 different ones of 1 to 40 characters'),
    sotravel.argument_require('urls', NOT EXISTS (
        SELECT FROM unnest(urls) u
        WHERE (u ~ '^https://[^[:space:]]+$' AND char_length(u) <= 500) IS NOT TRUE),
      'addresses that begin with https://, of at most 500 characters');
  UPDATE sotravel.users u SET name = user_change.name, photo_url = user_change.photo_url
  WHERE u.id = who;
  DELETE FROM sotravel.social_links l WHERE l.user_id = who;
  INSERT INTO sotravel.social_links (user_id, kind, url)
  SELECT who, l.kind, l.url FROM unnest(kinds, urls) l(kind, url);
END
$body$;

COMMENT ON FUNCTION sotravel.user_change IS
'Changes a person''s own name, photo and social links, all as they shall be. name: 1 to 100
characters; photo_url: 1 to 2,000, or NULL for none; kinds and urls: a kind, such as site, of 1 to
40 characters, and an address that begins with https://, of at most 500, for each link, at most 20
and none of one kind twice; NULL or none for no links. changes() tells fellow members.';

GRANT EXECUTE ON FUNCTION sotravel.user_change TO sotravel_app;
