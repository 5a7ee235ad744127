-- Web chat: the origins whose pages may embed it; null means any.
alter table channel_bindings add column allowed_origins text[];

-- Several browsers of one signed-in user share the chat of one visitor. A browser that has joined it stays known under
-- its own address, because messages to that address may still be on their way.
alter table webchat_visitors
  -- The site's own id of its signed-in user.
  add column user_id text,
  add column chat text,
  add foreign key (agent_key, chat) references webchat_visitors (agent_key, visitor) on delete cascade;
create unique index webchat_visitors_user on webchat_visitors (agent_key, user_id) where user_id is not null;
create index webchat_visitors_chat on webchat_visitors (agent_key, chat) where chat is not null;
