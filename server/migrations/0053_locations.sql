-- Locations: the places of a business, the one that a person prefers, and the one of an appointment.

alter table definitions add column locations json;

alter table people add column preferred_location_id text;

-- Name and address are stored as they were at the time of booking.
alter table appointments
  add column location_id text,
  add column location_name text,
  add column location_address text;
create index appointments_of_location on appointments (agent_key, location_id, created_at, id)
  where location_id is not null;

-- A representative is at one place at a time. Without representatives, each location is booked itself.
alter table appointments drop constraint appointments_do_not_overlap;
alter table appointments add constraint appointments_do_not_overlap exclude using gist
  (agent_key with =, representative_id with =,
   (case when representative_id = '' then coalesce(location_id, '') else '' end) with =,
   tstzrange(start_at, end_at) with &&) where (status <> 'cancelled');
