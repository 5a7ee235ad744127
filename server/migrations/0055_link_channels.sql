-- The channels of an outreach link in order of preference; null means rcs alone. Links made by the version before have
-- neither.
alter table outreach_links add column channels text[], add column templates json;
