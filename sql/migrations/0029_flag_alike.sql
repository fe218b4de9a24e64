-- A flag may report what seems to be the same thing as another row.

ALTER TABLE reeve.flag DROP CONSTRAINT flag_kind,
  ADD CONSTRAINT flag_kind CHECK (
    kind IN ('flood', 'price', 'words', 'banned', 'sql', 'group', 'alike'));
