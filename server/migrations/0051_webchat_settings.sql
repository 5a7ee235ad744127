-- Web chat: the origins whose pages may embed it; null means any.
alter table channel_bindings add column allowed_origins text[];

-- The browsers of one signed-in user share the chat of one visitor, which has no browser of its own. An anonymous visitor
-- who signs in stays known under their address, because messages to it may still be on their way.
alter table webchat_visitors
  add column chat text,
  add foreign key (agent_key, chat) references webchat_visitors (agent_key, visitor) on delete cascade;
create index webchat_visitors_chat on webchat_visitors (agent_key, chat) where chat is not null;
