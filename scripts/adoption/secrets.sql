-- Canaries: secrets under 45 names, and under innocent names by their values alone, beside every
-- person and in a table of their own. Each value holds SECRETCANARY, or a digest of it.
DO $$
DECLARE
  people regclass := current_setting('adoption.people')::regclass;
  named text[] := ARRAY['password', 'passwd', 'pwd', 'pass_crypt2', 'pass_salt2', 'ha1x_ha1',
    'passwordhash', 'encrypted_password', 'password_digest2', 'crypted_password', 'hashed_pw',
    'old_passwords', 'recovery_codes', 'backup_code', 'otp_secret', 'totp_seed_secret', 'otp',
    'mfa_key_secret', 'session_key', 'session_id', 'auth_key', 'authtoken', 'accessToken',
    'refresh_token', 'remember_token', 'reset_password_token', 'confirmation_token', 'api_key',
    'apikey', 'secret', 'client_secret', 'private_key', 'ssh_key', 'signing_key', 'webhook_url',
    'csrf', 'jwt', 'cookie', 'salt', 'pin', 'security_answer', 'unlock_code', 'magic_link',
    'feed_key', 'activation_code', 'passphrase'];
  innocent text[] := ARRAY['memo', 'extra_a', 'extra_b', 'extra_c', 'extra_d', 'extra_e',
    'extra_f', 'remark', 'subtitle', 'alias2', 'prefs2', 'blob2'];
  name text;
  key text := (SELECT quote_ident(a.attname) FROM pg_index x
    JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = x.indkey[0]
    WHERE x.indrelid = people AND x.indisprimary);
BEGIN
  FOREACH name IN ARRAY named LOOP
    EXECUTE format('ALTER TABLE %s ADD IF NOT EXISTS %I text', people, name);
    EXECUTE format('UPDATE %s SET %I = ''SECRETCANARY'' || md5(%s::text || %L)', people, name, key,
      name);
  END LOOP;
  CREATE TABLE vault(id int PRIMARY KEY, title text, key text, value text, note text);
  INSERT INTO vault SELECT i, 'Vault ' || i, 'x', 'y', 'A plain note' FROM generate_series(1, 3) i;
  FOREACH name IN ARRAY named LOOP
    EXECUTE format('ALTER TABLE vault ADD %I text DEFAULT ''SECRETCANARY''', name);
  END LOOP;
  FOREACH name IN ARRAY innocent LOOP
    EXECUTE format('ALTER TABLE vault ADD %I text', name);
  END LOOP;
  UPDATE vault SET memo = '$2a$10$SECRETCANARYabcdefghijk' || id,
    extra_a = 'eyJhbGciOiJIUzI1NiJ9.SECRETCANARY.x' || id,
    extra_b = E'-----BEGIN RSA PRIVATE KEY-----\nSECRETCANARY' || id,
    extra_c = 'sk_live_SECRETCANARY' || id, extra_d = 'ghp_SECRETCANARY' || id,
    extra_e = 'AKIASECRETCANARY' || id, extra_f = 'postgres://u:SECRETCANARY@h/' || id,
    remark = '$argon2id$v=19$SECRETCANARY' || id, subtitle = 'pbkdf2_sha256$260000$SECRETCANARY$' || id,
    alias2 = 'aB3' || 'SECRETCANARY' || md5(id::text) || 'xYz',
    prefs2 = '{"password": "SECRETCANARY"}', blob2 = '{SSHA}SECRETCANARY' || id;
  CREATE TABLE api_keys2(id int PRIMARY KEY, name text, key text);
  INSERT INTO api_keys2 VALUES (1, 'Robot', 'SECRETCANARY');
  CREATE TABLE site_settings2(id int PRIMARY KEY, name text, value text);
  INSERT INTO site_settings2 VALUES (1, 'smtp_password', 'SECRETCANARY'), (2, 'title', 'Shop');
  CREATE TABLE plain_documents(id int PRIMARY KEY, title text, body jsonb);
  INSERT INTO plain_documents VALUES (1, 'Doc', '{"a": {"api_key": "SECRETCANARY"}}');
  CREATE TABLE user_sessions2(token text PRIMARY KEY, data text);
  INSERT INTO user_sessions2 VALUES ('SECRETCANARY', 'x');
  CREATE TABLE vouchers2(secret_code text PRIMARY KEY, title text);
  INSERT INTO vouchers2 VALUES ('SECRETCANARY', 'x');
END
$$;
