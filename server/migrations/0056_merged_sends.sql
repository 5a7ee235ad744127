-- Whether the person of a send was merged into another while a worker was dispatching it. Such a send of a campaign ends
-- unless that attempt reached the channel: the person who stays may be held out, or may have a send of their own.
alter table sends add column merged boolean not null default false;
