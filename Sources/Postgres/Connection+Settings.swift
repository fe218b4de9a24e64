extension Connection {
  /// Settings that keep the meaning of our statements independent of a server's, database's or
  /// login's settings.
  ///
  /// A function or an operator that fits a statement of ours better than PostgreSQL's own could be in
  /// a schema of the login's search_path, such as public. The others change how values and names are
  /// printed and read, which rows a statement sees, or make more of an error than it is. Limits (of time,
  /// of memory), the planner's switches, where new objects are kept and the time zone stay the
  /// operator's, but for the compiler of queries: with it, `doctor` takes seven times as long, since a
  /// statement of a short session is compiled and run once.
  ///
  /// A server process looks for its client while it computes, too, so that what a killed program has
  /// asked for does not go on, nor its locks and its snapshot stay, until it is done. A server asks so
  /// of Linux; `client_connection_check_interval` of the operator's own holds.
  static let settings = """
    SET search_path TO pg_catalog, pg_temp;
    SET ROLE NONE;
    SET quote_all_identifiers TO off;
    SET standard_conforming_strings TO on;
    SET DateStyle TO 'ISO';
    SET IntervalStyle TO 'postgres';
    SET bytea_output TO 'hex';
    SET extra_float_digits TO 1;
    SET xmlbinary TO 'base64';
    SET xmloption TO 'content';
    SET array_nulls TO on;
    SET transform_null_equals TO off;
    SET exit_on_error TO off;
    SET gin_fuzzy_search_limit TO 0;
    SET jit TO off;
    SET row_security TO on;
    SET default_transaction_isolation TO 'read committed';
    SET default_transaction_deferrable TO off;
    SET plpgsql.extra_errors TO 'none';
    SET plpgsql.extra_warnings TO 'none';
    SELECT set_config('client_connection_check_interval', '5s', FALSE)
    WHERE current_setting('client_connection_check_interval', TRUE) = '0' AND version() ~ 'linux'
    """

  /// Lets transactions write where only the database or the login has `default_transaction_read_only`
  /// on: that is a default, and whoever asks for a write asks for more.
  ///
  /// The server's own setting, by which a primary is fenced off, and the caller's (PGOPTIONS) hold.
  static let permission = """
    SELECT pg_catalog.set_config(s.name, 'off', FALSE)
    FROM pg_catalog.pg_settings s
    WHERE s.name OPERATOR(pg_catalog.=) 'default_transaction_read_only'
      AND s.source OPERATOR(pg_catalog.=) ANY ('{database,user,database user}')
    """
}
