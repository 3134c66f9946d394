-- Gives all committed changes the next position, and each order its own. The kind `orders` names the clients whose orders have
-- changed, for their calls that wait.
--
--   p_incarnation, p_position  the latest ones known to the caller
--
-- Must be the only statement of a READ COMMITTED transaction: a row is recognized as written by this server only if the
-- transaction stored in it is not a subtransaction, and the statement that empties the queue must see changes that were
-- committed while the call waited for the lock.
CREATE OR REPLACE FUNCTION number_changes(p_incarnation text, p_position bigint) RETURNS void
LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
DECLARE
  state record;
  next_position bigint;
  has_restarted boolean;
BEGIN
  -- A position must be on disk before it is returned to a reader.
  IF current_setting('synchronous_commit') = 'off' THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
  PERFORM FROM public.feed_state FOR UPDATE;
  SELECT * INTO state FROM feed_state_now();
  IF NOT state.holds OR (state.incarnation = p_incarnation AND state.position < p_position) THEN
    state.incarnation := left(replace(gen_random_uuid()::text, '-', ''), 12);
    INSERT INTO public.feed_incarnations (n, id, start)
      SELECT coalesce(max(n), 0) + 1, state.incarnation, state.position FROM public.feed_incarnations;
    DELETE FROM public.feed_incarnations WHERE n <= (SELECT max(n) - 1000 FROM public.feed_incarnations);
  END IF;
  -- Otherwise this run of the server has written all that the caller remembers.
  IF state.incarnation <> p_incarnation THEN
    PERFORM hold_documents(p_incarnation, p_position);
  END IF;

  WITH moved AS (
    DELETE FROM public.change_queue RETURNING kind, label, ids, xid
  ), logged AS (
    INSERT INTO public.numbered_changes (position, kind, label, ids)
      SELECT state.position + 1, kind, label, array_agg(DISTINCT id) FROM moved CROSS JOIN unnest(ids) AS id
      WHERE kind <> 'order' GROUP BY kind, label
  ), ordered AS (
    -- One position each, so that lists have them in the order of their changes.
    SELECT id, state.position + row_number() OVER (ORDER BY max(xid::text::bigint), id) AS position
    FROM moved CROSS JOIN unnest(ids) AS id WHERE kind = 'order' GROUP BY id
  ), placed AS (
    INSERT INTO public.order_positions AS p (order_id, client_id, status, position)
      SELECT o.id, o.client_id, o.status, ordered.position FROM ordered JOIN public.orders o USING (id)
    ON CONFLICT (order_id) DO UPDATE SET status = excluded.status, position = excluded.position
    RETURNING p.client_id
  ), told AS (
    INSERT INTO public.numbered_changes (position, kind, label, ids)
      SELECT (SELECT max(position) FROM ordered), 'orders', '', array_agg(DISTINCT client_id) FROM placed HAVING count(*) > 0
  )
  SELECT greatest(state.position + 1, (SELECT max(position) FROM ordered)), bool_or(kind = 'restart')
    INTO next_position, has_restarted FROM moved;

  UPDATE public.feed_state SET position = next_position, incarnation = state.incarnation,
    history_start = CASE WHEN has_restarted THEN next_position ELSE history_start END,
    started_at = pg_postmaster_start_time(), written = pg_current_xact_id(),
    timeline = left(pg_walfile_name(pg_current_wal_lsn()), 8),
    database = (SELECT oid FROM pg_database WHERE datname = current_database());
END $$;
