-- The processes that hand messages over, each with the last time it said so, by the clock of the database. Whoever takes a
-- STOP looks here whether another process may be about to begin a hand-over. See compliance/last-hop in conversations.
create table dispatchers (
  id      text primary key,
  beat_at timestamptz not null
);
