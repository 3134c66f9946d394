-- No transaction may be under way that has changed rows by triggers of the release before, which do not know the queue.
LOCK TABLE clients, api_tokens, subscriptions, plans, products, plan_prices, stock_levels, orders, change_log, removed_skus
  IN ACCESS EXCLUSIVE MODE;

-- What transactions changed since the latest numbering: one row a statement, of one kind. A label is a name that a row
-- has lost. Orders of one numbering are listed in the order of their transactions.
CREATE TABLE change_queue (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  kind varchar(10) NOT NULL,
  label varchar(64) NOT NULL DEFAULT '',
  ids bigint[] NOT NULL
);

-- The recent changes by position; older ones are in latest_positions.
CREATE TABLE numbered_changes (
  "position" bigint NOT NULL,
  kind varchar(10) NOT NULL,
  label varchar(64) NOT NULL,
  ids bigint[] NOT NULL,
  CONSTRAINT numbered_changes_pk PRIMARY KEY ("position", kind, label)
);

-- The latest position of each row, from the part of numbered_changes that was pruned.
CREATE TABLE latest_positions (
  kind varchar(10) NOT NULL,
  id bigint NOT NULL,
  label varchar(64) NOT NULL,
  "position" bigint NOT NULL,
  CONSTRAINT latest_positions_pk PRIMARY KEY (kind, id, label)
) WITH (fillfactor = 70);

-- The latest position of each order, and the client and status that it had then. Not in orders: an index on a column
-- that every update changes would make every update write all indexes.
CREATE TABLE order_positions (
  order_id bigint NOT NULL,
  client_id integer NOT NULL,
  status varchar(20) NOT NULL,
  "position" bigint NOT NULL,
  CONSTRAINT order_positions_pk PRIMARY KEY (order_id)
) WITH (fillfactor = 90);

-- One row: the latest position, and by whom it was written. Changes after history_start are known row by row.
CREATE TABLE feed_state (
  "position" bigint NOT NULL,
  incarnation varchar(12) NOT NULL,
  history_start bigint NOT NULL,
  started_at timestamptz NOT NULL,
  database oid NOT NULL,
  written xid8 NOT NULL
) WITH (fillfactor = 10);

-- The positions after start were given out by this incarnation, up to the start of the next one.
CREATE TABLE feed_incarnations (
  n integer NOT NULL,
  id varchar(12) NOT NULL,
  start bigint NOT NULL,
  CONSTRAINT feed_incarnations_pk PRIMARY KEY (n)
);

-- Whatever was committed after a time has a later position than this one.
CREATE TABLE feed_ticks (
  at timestamptz NOT NULL,
  "position" bigint NOT NULL,
  CONSTRAINT feed_ticks_pk PRIMARY KEY (at)
);

-- All of pruned_snapshot may be missing in change_log, unless an instance of the release before has pruned since, which
-- moves log_start_xid only. numbered_changes has every change after numbered_start.
ALTER TABLE change_log_state
  ADD pruned_start_xid xid8 NOT NULL DEFAULT '3',
  ADD pruned_snapshot pg_snapshot NOT NULL DEFAULT '1:1:',
  ADD numbered_start bigint NOT NULL DEFAULT 0;

-- Until now transaction ids served as positions.
INSERT INTO latest_positions (kind, id, label, "position")
  SELECT kind, id, '', max(xid::text::bigint) FROM (
    SELECT kind, id, xid FROM last_changes UNION ALL SELECT kind, unnest(ids), xid FROM change_log
  ) changes GROUP BY kind, id
  UNION ALL SELECT 'product', product_id, sku, xid::text::bigint FROM removed_skus;
INSERT INTO order_positions (order_id, client_id, status, "position")
  SELECT id, client_id, status, changed_xid FROM orders;
CREATE INDEX order_positions_client_ix ON order_positions (status, client_id, "position", order_id);
INSERT INTO feed_ticks (at, "position") SELECT sampled_at, oldest_xid::text::bigint - 1 FROM xid_samples;
INSERT INTO feed_state ("position", incarnation, history_start, started_at, database, written)
  SELECT greatest(
      pg_snapshot_xmax(pg_current_snapshot())::text::bigint,
      history_start_xid::text::bigint,
      (SELECT max("position") FROM latest_positions),
      (SELECT max("position") FROM order_positions),
      (SELECT max("position") FROM feed_ticks)
    ), '', history_start_xid::text::bigint, '-infinity', 0, '0'
  FROM change_log_state;
UPDATE change_log_state SET pruned_start_xid = log_start_xid, numbered_start = (SELECT "position" FROM feed_state);

-- status first, as before: with client_id first, the planner takes this index instead of the unique one to find an order by
-- store_order_id.
CREATE INDEX orders_client_status_ix ON orders (status, client_id, id);
DROP INDEX orders_client_changes_ix;
