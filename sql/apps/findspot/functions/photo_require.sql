CREATE OR REPLACE FUNCTION findspot.photo_require(path text, size_bytes integer) RETURNS void
LANGUAGE plpgsql STABLE AS $body$
BEGIN
  PERFORM findspot.argument_require('path', octet_length(path) BETWEEN 1 AND 1024 AND NOT EXISTS (
      SELECT FROM findspot.photos p WHERE p.path = photo_require.path),
    'the path of an object, 1 to 1024 bytes, that is no photo yet'),
    findspot.argument_require('size_bytes', size_bytes BETWEEN 1 AND 6291456,
      'the size of a photo, 1 to 6291456 bytes');
END
$body$;

COMMENT ON FUNCTION findspot.photo_require(text, integer) IS
'Raises FS005 unless an object may become a photo. One of another place may not: whoever added it
again would show what is hidden there, and keep in the bucket what is to be removed.';
