-- The country in which phone numbers without a country code are read. Null: that of the org, else the United States.
alter table orgs add column default_country text;
alter table agents add column default_country text;
