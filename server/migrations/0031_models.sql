-- Language models of an org, the models that an agent uses, and what their calls cost.

create table org_models (
  org_id            text not null references orgs (id) on delete cascade,
  id                text not null,
  name              text,
  provider          text not null check (provider in ('openai', 'anthropic', 'google', 'openai-compatible', 'embedded')),
  model             text not null,
  base_url          text,
  -- Encrypted, and bound to its row.
  api_key           bytea,
  temperature       double precision,
  max_output_tokens integer,
  input_price       double precision,
  output_price      double precision,
  currency          text,
  -- Counts the writes: a process that has cached the model compares it.
  version           bigint not null default 1,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (org_id, id)
);

create table agent_model_settings (
  agent_key          bigint primary key references agents (agent_key) on delete cascade,
  model_id           text,
  fallback_model_ids text[] not null default '{}',
  judge_model_id     text,
  authoring_model_id text,
  budget_amount      double precision,
  budget_currency    text,
  budget_per         text check (budget_per in ('day', 'month')),
  budget_when_spent  text check (budget_when_spent in ('warn', 'fallback', 'embedded')),
  updated_at         timestamptz not null
);

-- Calls of real traffic by UTC day, model and playbook. The empty currency counts calls without a price.
create table model_costs (
  agent_key     bigint not null references agents (agent_key) on delete cascade,
  day           date not null,
  model_id      text not null,
  playbook_id   text not null,
  currency      text not null,
  calls         bigint not null,
  input_tokens  bigint not null,
  output_tokens bigint not null,
  -- In billionths of the currency: exact, however many small amounts are added.
  amount_nanos  bigint not null,
  primary key (agent_key, day, model_id, playbook_id, currency)
);
create index model_costs_by_age on model_costs (day);

-- The thresholds of a budget that were reached, once each per period.
create table budget_thresholds (
  agent_key    bigint not null references agents (agent_key) on delete cascade,
  per          text not null,
  period_start date not null,
  threshold    integer not null,
  reached_at   timestamptz not null,
  primary key (agent_key, per, period_start, threshold)
);
