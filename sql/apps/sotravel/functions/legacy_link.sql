CREATE OR REPLACE FUNCTION sotravel.legacy_link(kind text, said text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $body$
DECLARE
  name text := ltrim(btrim(said), '@');
  url text;
BEGIN
  IF name = '' THEN
    RETURN NULL;
  ELSIF name ~* '^https?://' THEN
    url := regexp_replace(name, '^https?', 'https', 'i');
  ELSIF name !~ '[/?#]' THEN
    url := CASE kind
      WHEN 'instagram' THEN 'https://www.instagram.com/' || name || '/'
      WHEN 'tiktok' THEN 'https://www.tiktok.com/@' || name
      WHEN 'telegram' THEN 'https://t.me/' || name
      WHEN 'whatsapp' THEN 'https://wa.me/' || nullif(regexp_replace(name, '[^0-9]', '', 'g'), '')
      WHEN 'linkedin' THEN 'https://www.linkedin.com/in/' || name END;
  END IF;
  RETURN CASE WHEN url ~ '^https://[^[:space:]]+$' AND char_length(url) <= 500 THEN url END;
END
$body$;

COMMENT ON FUNCTION sotravel.legacy_link(text, text) IS
'The address of a name at instagram, tiktok, telegram, whatsapp or linkedin, as the former app
opened it; NULL for a text that is none.';
