# Sourced by the long proofs: an app that writes at a given rate until it is stopped.
#
# writer_start RATE PGBENCH-ARGUMENTS…   begins, on $dsn, with its logs in $work; adds its process to jobs
# writer_stop                           ends it, prints its rate and its longest stall, counted from when a
#                                       change was due; fails if it has ended before or a statement failed

writer_start() {
  writer_rate=$1
  shift
  (cd "$work" && exec pgbench "$dsn" -n -c 4 -R "$writer_rate" -T 86400 -M prepared --max-tries=10 \
    --failures-detailed -l --log-prefix=stall "$@") >"$work/writer.log" 2>&1 &
  writer=$!
  jobs+=("$writer")
}

writer_stop() {
  local running=1
  kill "$writer" 2>/dev/null || running=0
  wait "$writer" 2>/dev/null || true
  # What it has sent comes to its end.
  until [ "$(psql -XqAt "$dsn" -c "SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'pgbench'")" = 0 ]; do :; done
  if [ "$running" = 0 ] || grep -E 'aborted|ERROR' "$work/writer.log"; then
    echo 'the writer failed:'
    tail -n 5 "$work/writer.log"
    return 1
  fi
  awk -v rate="$writer_rate" '
    # The last line may be cut off: it was not written when the writer ended.
    NF < 7 { next }
    $3 !~ /^[0-9]+$/ { failed++; next }
    {
      at = $5 + $6 / 1000000
      if (!n++ || at < first) first = at
      if (at > last) last = at
      if ($3 > worst) worst = $3
      if ($3 > 50000) slow++
    }
    END {
      printf "%d transactions in %d s, %.0f a second of %d; the longest stall %.0f ms, %d over 50 ms\n",
        n, last - first, n / (last - first), rate, worst / 1000, slow
      if (failed) printf "%d failed\n", failed
      exit failed > 0
    }' "$work"/stall.*
}
