CREATE OR REPLACE FUNCTION sotravel.legacy_link(kind text, said text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
  SELECT l.url
  FROM (SELECT ltrim(btrim(said), '@') AS name) n
  CROSS JOIN LATERAL (SELECT CASE
    WHEN n.name ~* '^https?://' THEN regexp_replace(n.name, '^https?', 'https', 'i')
    WHEN n.name IS NULL OR n.name = '' OR n.name ~ '[/?#]' THEN NULL
    ELSE CASE kind
      WHEN 'instagram' THEN format('https://www.instagram.com/%s/', n.name)
      WHEN 'tiktok' THEN format('https://www.tiktok.com/@%s', n.name)
      WHEN 'telegram' THEN format('https://t.me/%s', n.name)
      WHEN 'whatsapp' THEN 'https://wa.me/' || nullif(regexp_replace(n.name, '[^0-9]', '', 'g'), '')
      WHEN 'linkedin' THEN format('https://www.linkedin.com/in/%s', n.name) END
    END AS url) l
  WHERE l.url ~ '^https://[^[:space:]]+$' AND char_length(l.url) <= 500
$body$;

COMMENT ON FUNCTION sotravel.legacy_link(text, text) IS
'The address of a name at instagram, tiktok, telegram, whatsapp or linkedin, as the former app
opened it; NULL for a text that is none.';
