-- Sessions of people who signed in here. A session token names one, and is good for as long as its row is there.
create table account_sessions (
  org_id       text not null,
  user_id      text not null,
  id           text not null,
  -- As the token has them: those of the membership, and of the account where the issuer vouched for it.
  epoch        bigint not null,
  open_id      bigint,
  -- Where it began: the browser and its network, shortened.
  client       text,
  address      text,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  expires_at   timestamptz not null,
  primary key (org_id, user_id, id),
  foreign key (org_id, user_id) references members (org_id, user_id) on delete cascade
);
create index account_sessions_by_expiry on account_sessions (expires_at);

-- The second factor of a membership (RFC 6238). Like the password it is each org's own.
create table second_factors (
  org_id       text not null,
  user_id      text not null,
  -- Sealed.
  secret       bytea not null,
  -- Null while it is being set up: it is not asked for before.
  confirmed_at timestamptz,
  -- The newest step whose code was accepted: neither it nor an older one is accepted again.
  last_step    bigint not null default 0,
  created_at   timestamptz not null,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references members (org_id, user_id) on delete cascade
);

-- Each replaces one code of the factor, once. They are random, so that a plain SHA-256 is enough.
create table recovery_codes (
  org_id  text not null,
  user_id text not null,
  hash    bytea not null,
  primary key (org_id, user_id, hash),
  foreign key (org_id, user_id) references second_factors (org_id, user_id) on delete cascade
);
