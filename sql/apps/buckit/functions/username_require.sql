CREATE OR REPLACE FUNCTION buckit.username_require(username text) RETURNS void
LANGUAGE sql IMMUTABLE AS $body$
  SELECT buckit.argument_require('username',
    username ~ '^[^[:space:][:cntrl:]@/]{2,40}$' AND lower(username) !~ '^erased-[0-9]+$',
    '2 to 40 characters, no space, @ or /, and not erased-1 and the like')
$body$;

COMMENT ON FUNCTION buckit.username_require(text) IS
'Raises BK007 unless somebody may be called so.';
