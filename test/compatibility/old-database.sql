create schema sms_desk;
create table sms_desk.incident_events (
  incident text not null,
  number integer not null,
  kind text not null,
  at timestamp with time zone not null,
  verdict text,
  person text,
  name text,
  until timestamp with time zone,
  constraint incident_events_key PRIMARY KEY (incident, number)
);
create table sms_desk.incident_posts (
  incident text not null,
  channel text not null,
  zone text not null,
  language text not null,
  message_ts text,
  shown integer not null default 0,
  told integer not null default 0,
  is_over boolean not null default false,
  is_closed boolean not null default false,
  constraint incident_posts_key PRIMARY KEY (incident, channel)
);
create table sms_desk.incidents (
  id text not null,
  account text not null,
  sensitivity text not null,
  whose text not null,
  verdict text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  revision integer not null,
  events integer not null,
  evidence text not null,
  constraint incidents_pkey PRIMARY KEY (id)
);
create table sms_desk.kysely_migration (
  name character varying(255) not null,
  timestamp character varying(255) not null,
  constraint kysely_migration_pkey PRIMARY KEY (name)
);
insert into sms_desk.kysely_migration ("name", "timestamp") values ('0001-rollups', '2026-11-22T13:16:36.326Z');
insert into sms_desk.kysely_migration ("name", "timestamp") values ('0004-posts', '2026-11-22T13:16:36.377Z');
insert into sms_desk.kysely_migration ("name", "timestamp") values ('0005-subscriptions', '2026-11-22T13:16:36.542Z');
insert into sms_desk.kysely_migration ("name", "timestamp") values ('0006-incidents', '2026-11-22T13:16:36.602Z');
insert into sms_desk.kysely_migration ("name", "timestamp") values ('0007-settlings', '2026-11-22T13:16:36.614Z');
insert into sms_desk.kysely_migration ("name", "timestamp") values ('0008-incident-posts', '2026-11-22T13:16:36.617Z');
insert into sms_desk.kysely_migration ("name", "timestamp") values ('0009-long-runs', '2026-11-22T13:16:36.619Z');
create table sms_desk.kysely_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint kysely_migration_lock_pkey PRIMARY KEY (id)
);
insert into sms_desk.kysely_migration_lock ("id", "is_locked") values ('migration_lock', '0');
create table sms_desk.leases (
  account text not null,
  name text not null,
  owner text not null,
  expires_at timestamp with time zone not null,
  constraint leases_key PRIMARY KEY (account, name)
);
create table sms_desk.long_runs (
  id text not null,
  account text not null,
  user_id text not null,
  channel text,
  message_ts text,
  sealed_request text not null,
  state text not null,
  days_done integer not null default 0,
  of_days integer not null,
  messages_read integer not null default 0,
  created_at timestamp with time zone not null default clock_timestamp(),
  heartbeat_at timestamp with time zone not null default clock_timestamp(),
  constraint report_runs_pkey PRIMARY KEY (id)
);
insert into sms_desk.long_runs ("id", "account", "user_id", "channel", "message_ts", "sealed_request", "state", "days_done", "of_days", "messages_read", "created_at", "heartbeat_at") values ('8bb71559-3f51-4774-bc7a-39a630a66085', ':account', 'U1', 'D1', '1795353403.881000', 'Ms7EgG9pI03eOKEdEIbJp1V9iwNw83O72jQ8pGPaF8EruvD3ukzVB3TIlZUFWFIlzOymFrxBpgij-40gtyrXBwSs9x1Y6rroabnSaCjYDB4Jn5_mP3fe6nYwOTsCQSaiMpXwdd5rdXw5_fIgdUPZUVdijGCPszeQ4NwCYelun2-95CW-fkTx1TU4UvpVqgkRfSwDDLvHm03OhNGZPVAynGX4HbV5Ow', 'cancelled', '0', '2', '0', '2026-11-22 13:16:43.857+00', '2026-11-22 13:16:43.873+00');
create table sms_desk.observations (
  account text not null,
  at timestamp with time zone not null,
  counted text not null,
  constraint observations_key PRIMARY KEY (account, at)
);
create table sms_desk.post_pace (
  account text not null,
  channel text not null,
  next_at timestamp with time zone not null,
  constraint post_pace_key PRIMARY KEY (account, channel)
);
insert into sms_desk.post_pace ("account", "channel", "next_at") values (':account', '', '2026-11-22 13:16:39.301+00');
insert into sms_desk.post_pace ("account", "channel", "next_at") values (':account', 'C1', '2026-11-22 13:16:40.902+00');
insert into sms_desk.post_pace ("account", "channel", "next_at") values (':account', 'D1', '2026-11-22 13:16:38.705+00');
create table sms_desk.posts (
  account text not null,
  channel text not null,
  key text not null,
  state text not null,
  owner text not null,
  leased_until timestamp with time zone not null,
  attempted_at timestamp with time zone,
  message_ts text,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint posts_key PRIMARY KEY (account, channel, key)
);
insert into sms_desk.posts ("account", "channel", "key", "state", "owner", "leased_until", "attempted_at", "message_ts", "created_at") values (':account', 'C1', 'summary:2026-11-21:all', 'posted', 'b80a86b7-c3e3-4679-9206-882cded79ff3', '2026-11-22 13:16:38.906+00', '2026-11-22 13:16:38.903+00', '1795353398.923000', '2026-11-22 13:16:38.9+00');
insert into sms_desk.posts ("account", "channel", "key", "state", "owner", "leased_until", "attempted_at", "message_ts", "created_at") values (':account', 'C1', 'summary:2026-11-21:all:details', 'posted', 'cf6138cd-8435-4b3c-b47c-e27ac5da3fef', '2026-11-22 13:16:39.915+00', '2026-11-22 13:16:39.905+00', '1795353399.932000', '2026-11-22 13:16:38.921+00');
insert into sms_desk.posts ("account", "channel", "key", "state", "owner", "leased_until", "attempted_at", "message_ts", "created_at") values (':account', 'D1', 'settling:8babe905-5e2b-485e-89ca-c202bc40f871', 'posted', '08400753-7383-4992-8848-a812fa2ee075', '2026-11-22 13:16:37.735+00', '2026-11-22 13:16:37.717+00', '1795353397.723000', '2026-11-22 13:16:37.689+00');
create table sms_desk.readings (
  account text not null,
  day text not null,
  sender text not null,
  read_at timestamp with time zone not null,
  took_ms integer not null,
  bytes double precision not null,
  received integer not null,
  unreadable integer not null,
  announced double precision,
  failing_numbers integer,
  may_lack_days boolean not null,
  cells bytea not null,
  constraint readings_key PRIMARY KEY (account, day, sender, read_at)
);
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2025-03-09', '', '2026-11-22 13:16:38.198+00', '11', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2025-03-10', '', '2026-11-22 13:16:38.158+00', '6', '6933', '30', '0', '30', '0', 'false', E'\\x010205456e74656c084d6f766973746172010964656c69766572656404918e76010a01000a00012500012700000127010000918e76020501000500011100011300000113010000928e76010a01000a00012500012700000127010000928e76020501000500011100011300000113010000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-10-18', '', '2026-11-22 13:16:40.101+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-10-19', '', '2026-11-22 13:16:40.108+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-10-20', '', '2026-11-22 13:16:40.115+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-10-21', '', '2026-11-22 13:16:40.126+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-10-22', '', '2026-11-22 13:16:40.136+00', '6', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-10-23', '', '2026-11-22 13:16:40.142+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-10-24', '', '2026-11-22 13:16:38.407+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-10-25', '', '2026-11-22 13:16:40.02+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-10-26', '', '2026-11-22 13:16:40.149+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-10-27', '', '2026-11-22 13:16:40.155+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-10-28', '', '2026-11-22 13:16:40.161+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-10-29', '', '2026-11-22 13:16:40.167+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-10-30', '', '2026-11-22 13:16:40.173+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-10-31', '', '2026-11-22 13:16:38.397+00', '3', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-01', '', '2026-11-22 13:16:40.012+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-02', '', '2026-11-22 13:16:40.179+00', '1', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-03', '', '2026-11-22 13:16:40.185+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-04', '', '2026-11-22 13:16:40.191+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-05', '', '2026-11-22 13:16:40.198+00', '1', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-06', '', '2026-11-22 13:16:40.203+00', '1', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-07', '', '2026-11-22 13:16:38.388+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-08', '', '2026-11-22 13:16:40.004+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-09', '', '2026-11-22 13:16:40.209+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-10', '', '2026-11-22 13:16:40.219+00', '1', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-11', '', '2026-11-22 13:16:40.225+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-12', '', '2026-11-22 13:16:40.231+00', '1', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-13', '', '2026-11-22 13:16:40.238+00', '1', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-14', '', '2026-11-22 13:16:38.378+00', '3', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-15', '', '2026-11-22 13:16:39.996+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-16', '', '2026-11-22 13:16:40.244+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-17', '', '2026-11-22 13:16:40.251+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-18', '', '2026-11-22 13:16:40.259+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-19', '', '2026-11-22 13:16:40.269+00', '4', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-20', '', '2026-11-22 13:16:40.275+00', '2', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-21', '', '2026-11-22 13:16:38.367+00', '3', '63', '0', '0', '0', '0', 'false', E'\\x01000000');
insert into sms_desk.readings ("account", "day", "sender", "read_at", "took_ms", "bytes", "received", "unreadable", "announced", "failing_numbers", "may_lack_days", "cells") values (':account', '2026-11-22', '', '2026-11-22 13:16:39.986+00', '3', '240', '1', '0', '1', '0', 'false', E'\\x0101084d6f766973746172010473656e7401d2e0790101010001000000000000000103981c');
create table sms_desk.settlings (
  id text not null,
  account text not null,
  person text not null,
  message text not null,
  look text not null,
  sealed_message text not null,
  language text not null,
  zone text not null,
  channel text,
  message_ts text,
  asked_at timestamp with time zone not null,
  next_look_at timestamp with time zone not null,
  leased_until timestamp with time zone not null,
  looks integer not null default 0,
  constraint settlings_of_person UNIQUE (account, person, message),
  constraint settlings_pkey PRIMARY KEY (id)
);
insert into sms_desk.settlings ("id", "account", "person", "message", "look", "sealed_message", "language", "zone", "channel", "message_ts", "asked_at", "next_look_at", "leased_until", "looks") values ('8babe905-5e2b-485e-89ca-c202bc40f871', ':account', 'U1', 'kCkek49P45WMD-fq78nHa_GHoTXnmUOSCgw8mq3PUpQ', 'mgfRD_mb1xMBX-DS_lopxmW2pwN3UwZMHHXRSMPF1MY', 'dzsqXnXfYU0Net5Zo5n8g7XAoYBLNdeGy6FWayElR7hInywbytQiZgNDV_hI8nyZIkV4FIbTJvpe9SQOzJtmnFebdw7W7csXaurzITn9q7NMh7lNobK_rg', 'en', 'UTC', 'D1', '1795353397.723000', '2026-11-22 13:16:30.028+00', '2026-11-22 13:17:00.028+00', '1970-01-01 00:00:00+00', '1');
create table sms_desk.subscription_numbers (
  account text not null,
  last integer not null,
  constraint subscription_numbers_pkey PRIMARY KEY (account)
);
insert into sms_desk.subscription_numbers ("account", "last") values (':account', '12');
create table sms_desk.subscriptions (
  id text not null,
  account text not null,
  number integer not null,
  channel text not null,
  sender text not null,
  time text not null,
  zone text not null,
  language text not null,
  subscriber text not null,
  state text not null,
  paused_because text,
  told boolean not null default true,
  next_due_at timestamp with time zone not null,
  constraint subscriptions_by_number UNIQUE (account, number),
  constraint subscriptions_of_channel UNIQUE (account, channel, sender),
  constraint subscriptions_pkey PRIMARY KEY (id)
);
insert into sms_desk.subscriptions ("id", "account", "number", "channel", "sender", "time", "zone", "language", "subscriber", "state", "paused_because", "told", "next_due_at") values ('02e15545-2c91-45b2-806f-5be7d11d74cb', ':account', '10', 'C19', '', '09:00', 'UTC', 'en', 'U1', 'active', NULL, 'true', '2026-11-23 09:00:00+00');
insert into sms_desk.subscriptions ("id", "account", "number", "channel", "sender", "time", "zone", "language", "subscriber", "state", "paused_because", "told", "next_due_at") values ('0c3c8a79-bdf9-42ad-9400-95e75e1663d8', ':account', '4', 'C13', '', '09:00', 'UTC', 'en', 'U1', 'active', NULL, 'true', '2026-11-23 09:00:00+00');
insert into sms_desk.subscriptions ("id", "account", "number", "channel", "sender", "time", "zone", "language", "subscriber", "state", "paused_because", "told", "next_due_at") values ('0cf75ea9-305c-4d4b-a936-1f0259da5c20', ':account', '7', 'C16', '', '09:00', 'UTC', 'en', 'U1', 'active', NULL, 'true', '2026-11-23 09:00:00+00');
insert into sms_desk.subscriptions ("id", "account", "number", "channel", "sender", "time", "zone", "language", "subscriber", "state", "paused_because", "told", "next_due_at") values ('429f15ff-a9f8-4b75-9c33-12eea4cb5ff1', ':account', '8', 'C17', '', '09:00', 'UTC', 'en', 'U1', 'active', NULL, 'true', '2026-11-23 09:00:00+00');
insert into sms_desk.subscriptions ("id", "account", "number", "channel", "sender", "time", "zone", "language", "subscriber", "state", "paused_because", "told", "next_due_at") values ('6ee2d500-9976-45a3-8cfe-c3d1766e2716', ':account', '11', 'C20', '', '09:00', 'UTC', 'en', 'U1', 'active', NULL, 'true', '2026-11-23 09:00:00+00');
insert into sms_desk.subscriptions ("id", "account", "number", "channel", "sender", "time", "zone", "language", "subscriber", "state", "paused_because", "told", "next_due_at") values ('870519b4-769f-42b6-b30d-652b3d1a4090', ':account', '12', 'C21', '', '09:00', 'UTC', 'en', 'U1', 'active', NULL, 'true', '2026-11-23 09:00:00+00');
insert into sms_desk.subscriptions ("id", "account", "number", "channel", "sender", "time", "zone", "language", "subscriber", "state", "paused_because", "told", "next_due_at") values ('975002cf-5a91-451e-9869-1d84bc3233d1', ':account', '1', 'C1', '', '09:00', 'UTC', 'en', 'U1', 'active', NULL, 'true', '2026-11-23 09:00:00+00');
insert into sms_desk.subscriptions ("id", "account", "number", "channel", "sender", "time", "zone", "language", "subscriber", "state", "paused_because", "told", "next_due_at") values ('b36a7ad4-8683-4fb2-9a12-087904e8c40e', ':account', '6', 'C15', '', '09:00', 'UTC', 'en', 'U1', 'active', NULL, 'true', '2026-11-23 09:00:00+00');
insert into sms_desk.subscriptions ("id", "account", "number", "channel", "sender", "time", "zone", "language", "subscriber", "state", "paused_because", "told", "next_due_at") values ('b5c45551-4fb1-4a95-bb7d-9dbd849b1f11', ':account', '3', 'C12', '', '09:00', 'UTC', 'en', 'U1', 'active', NULL, 'true', '2026-11-23 09:00:00+00');
insert into sms_desk.subscriptions ("id", "account", "number", "channel", "sender", "time", "zone", "language", "subscriber", "state", "paused_because", "told", "next_due_at") values ('bb2bbcf2-19ba-4308-8d44-99f4afdf3cd8', ':account', '9', 'C18', '', '09:00', 'UTC', 'en', 'U1', 'active', NULL, 'true', '2026-11-23 09:00:00+00');
insert into sms_desk.subscriptions ("id", "account", "number", "channel", "sender", "time", "zone", "language", "subscriber", "state", "paused_because", "told", "next_due_at") values ('c0a0c139-cf56-4ec1-aac3-fbd6c0632320', ':account', '2', 'C11', '', '09:00', 'UTC', 'en', 'U1', 'active', NULL, 'true', '2026-11-23 09:00:00+00');
insert into sms_desk.subscriptions ("id", "account", "number", "channel", "sender", "time", "zone", "language", "subscriber", "state", "paused_because", "told", "next_due_at") values ('fc76e44e-d7c8-42be-bb04-35fe749e224d', ':account', '5', 'C14', '', '09:00', 'UTC', 'en', 'U1', 'active', NULL, 'true', '2026-11-23 09:00:00+00');
create table sms_desk.summaries (
  id text not null,
  account text not null,
  channel text not null,
  sender text not null,
  day text not null,
  zone text not null,
  language text not null,
  due_at timestamp with time zone not null,
  planned_at timestamp with time zone not null,
  state text not null,
  step_at timestamp with time zone not null,
  queued_at timestamp with time zone,
  message_ts text,
  has_details boolean not null default false,
  is_late boolean not null default false,
  first_rate double precision,
  constraint summaries_of_day UNIQUE (account, channel, sender, day),
  constraint summaries_pkey PRIMARY KEY (id)
);
insert into sms_desk.summaries ("id", "account", "channel", "sender", "day", "zone", "language", "due_at", "planned_at", "state", "step_at", "queued_at", "message_ts", "has_details", "is_late", "first_rate") values ('4ea71991-68f9-4f45-9abc-b1a6cae09d1d', ':account', 'C1', '', '2026-11-21', 'UTC', 'en', '2026-11-22 13:16:38.875+00', '2026-11-22 13:16:38.875+00', 'posted', '2026-11-23 13:16:38.875+00', NULL, '1795353398.923000', 'true', 'false', NULL);
create table sms_desk.watch_numbers (
  account text not null,
  last integer not null,
  constraint watch_numbers_pkey PRIMARY KEY (account)
);
insert into sms_desk.watch_numbers ("account", "last") values (':account', '12');
create table sms_desk.watch_states (
  account text not null,
  sensitivity text not null,
  version integer not null,
  state text not null,
  checked_at timestamp with time zone not null,
  took_ms integer not null,
  constraint watch_states_key PRIMARY KEY (account, sensitivity)
);
insert into sms_desk.watch_states ("account", "sensitivity", "version", "state", "checked_at", "took_ms") values (':account', 'normal', '1', '{"lastReadMs":1795353399986,"lastAtMs":1795353400406,"subjects":[]}', '2026-11-22 13:16:40.406+00', '3');
create table sms_desk.watches (
  id text not null,
  account text not null,
  number integer not null,
  channel text not null,
  sensitivity text not null,
  zone text not null,
  language text not null,
  watcher text not null,
  state text not null,
  paused_because text,
  told boolean not null default true,
  constraint watches_by_number UNIQUE (account, number),
  constraint watches_of_channel UNIQUE (account, channel),
  constraint watches_pkey PRIMARY KEY (id)
);
insert into sms_desk.watches ("id", "account", "number", "channel", "sensitivity", "zone", "language", "watcher", "state", "paused_because", "told") values ('1e2b8395-dce4-4066-aaf4-bf5cbe7bbb43', ':account', '7', 'C16', 'normal', 'UTC', 'en', 'U1', 'active', NULL, 'true');
insert into sms_desk.watches ("id", "account", "number", "channel", "sensitivity", "zone", "language", "watcher", "state", "paused_because", "told") values ('21b0c957-92da-40b3-ae82-48b7597b9997', ':account', '4', 'C13', 'normal', 'UTC', 'en', 'U1', 'active', NULL, 'true');
insert into sms_desk.watches ("id", "account", "number", "channel", "sensitivity", "zone", "language", "watcher", "state", "paused_because", "told") values ('2c6cda88-99fa-4c70-a284-bde2c61f17b3', ':account', '2', 'C11', 'normal', 'UTC', 'en', 'U1', 'active', NULL, 'true');
insert into sms_desk.watches ("id", "account", "number", "channel", "sensitivity", "zone", "language", "watcher", "state", "paused_because", "told") values ('3f7093df-ab29-4e93-aeea-ed733a17fe09', ':account', '3', 'C12', 'normal', 'UTC', 'en', 'U1', 'active', NULL, 'true');
insert into sms_desk.watches ("id", "account", "number", "channel", "sensitivity", "zone", "language", "watcher", "state", "paused_because", "told") values ('41f70151-1b83-470e-a4f5-9d3e9e5d21d3', ':account', '9', 'C18', 'normal', 'UTC', 'en', 'U1', 'active', NULL, 'true');
insert into sms_desk.watches ("id", "account", "number", "channel", "sensitivity", "zone", "language", "watcher", "state", "paused_because", "told") values ('48d659bf-46fd-4539-8460-47fa40556c46', ':account', '12', 'C21', 'normal', 'UTC', 'en', 'U1', 'active', NULL, 'true');
insert into sms_desk.watches ("id", "account", "number", "channel", "sensitivity", "zone", "language", "watcher", "state", "paused_because", "told") values ('562adc13-1057-44b6-a1f4-44cef787ac45', ':account', '10', 'C19', 'normal', 'UTC', 'en', 'U1', 'active', NULL, 'true');
insert into sms_desk.watches ("id", "account", "number", "channel", "sensitivity", "zone", "language", "watcher", "state", "paused_because", "told") values ('7bafc704-2761-4ad3-93e7-f9286248e723', ':account', '1', 'C1', 'normal', 'UTC', 'en', 'U1', 'active', NULL, 'true');
insert into sms_desk.watches ("id", "account", "number", "channel", "sensitivity", "zone", "language", "watcher", "state", "paused_because", "told") values ('b03616b8-c716-4cb7-9aaf-b16a1071dbaf', ':account', '8', 'C17', 'normal', 'UTC', 'en', 'U1', 'active', NULL, 'true');
insert into sms_desk.watches ("id", "account", "number", "channel", "sensitivity", "zone", "language", "watcher", "state", "paused_because", "told") values ('b29e5bb2-e071-4800-a60b-a89c35878183', ':account', '11', 'C20', 'normal', 'UTC', 'en', 'U1', 'active', NULL, 'true');
insert into sms_desk.watches ("id", "account", "number", "channel", "sensitivity", "zone", "language", "watcher", "state", "paused_because", "told") values ('b2b7b80a-4a44-4b44-842b-f7aef3bd389b', ':account', '6', 'C15', 'normal', 'UTC', 'en', 'U1', 'active', NULL, 'true');
insert into sms_desk.watches ("id", "account", "number", "channel", "sensitivity", "zone", "language", "watcher", "state", "paused_because", "told") values ('e608ec7d-651b-4b78-839f-f92226124be2', ':account', '5', 'C14', 'normal', 'UTC', 'en', 'U1', 'active', NULL, 'true');
alter table sms_desk.incident_events add constraint incident_events_of FOREIGN KEY (incident) REFERENCES sms_desk.incidents(id) ON DELETE CASCADE;
alter table sms_desk.incident_posts add constraint incident_posts_of FOREIGN KEY (incident) REFERENCES sms_desk.incidents(id) ON DELETE CASCADE;
CREATE UNIQUE INDEX incidents_open ON sms_desk.incidents USING btree (account, sensitivity, whose) WHERE (ended_at IS NULL);
CREATE INDEX posts_by_age ON sms_desk.posts USING btree (account, created_at);
CREATE INDEX settlings_due ON sms_desk.settlings USING btree (account, next_look_at);
CREATE INDEX settlings_of_look ON sms_desk.settlings USING btree (account, look);
CREATE INDEX subscriptions_due ON sms_desk.subscriptions USING btree (account, state, next_due_at);
CREATE INDEX summaries_to_do ON sms_desk.summaries USING btree (account, step_at) WHERE (state <> 'ended'::text);
