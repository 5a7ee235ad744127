import type pg from 'pg'

/** People that a campaign can be sent to, created by SQL alone. */
export type RecipientGroup = {
  agentKey: number
  /** The tag that these people share. */
  tag: string
  from: number
  count: number
  /** Excludes six of every sixteen people, each for a different reason. */
  mixed?: boolean
}

const personVariants = { denied: 0, contacted: 1, gated: 2, unreachable: 3, nameless: 4, stopped: 5 }

/** The seventh reason, the channel, excludes either everyone or no one, so it is not part of the mix. */
export const mixedGroupExclusions = [
  'no-consent',
  'previously-contacted',
  'frequency-gated',
  'no-channel-identity',
  'template-blocked',
  'opted-out',
]

const numbersSql = `
  select n, 'per_' || n as id, 'Given' || n % 500 as first, 'Family' || n % 7919 as last, '+1' || (2000000000 + n) as phone,
         case when $5 then n % 16 else 15 end as sort
    from generate_series($2::int, $2::int + $3::int - 1) as n`

const insertPeople = `
  insert into people (agent_key, id, full_name, first_name, last_name, email, email_key, phone, status, source, tags,
                      custom_fields, consent_status, channels, search, sort_name, created_at, updated_at)
  select $1, id, first || ' ' || last, case when sort <> ${personVariants.nameless} then first end, last, id || '@example.com',
         id || '@example.com', phone, 'new', 'import', array[$4], jsonb_build_object('plan', 'plus', 'account', 'A-' || n),
         case when sort = ${personVariants.denied} then 'denied' else 'granted' end,
         case when sort = ${personVariants.unreachable} then '{}' else array['rcs'] end,
         ' ' || lower(first) || ' ' || lower(last) || ' ' || n, lower(first || ' ' || last), now(), now()
    from (${numbersSql}) as numbered order by n`

/** No text search keys: campaigns do not read them. */
const insertSearchKeys = `
  insert into people_search_keys (agent_key, search_key, created_at, person_key)
  select agent_key, own.search_key, created_at, person_key
    from people cross join lateral (
      select 't:' || tag from unnest(tags) as tag
      union all select 'c:' || channel from unnest(channels) as channel) as own (search_key)
   where agent_key = $1 and tags = array[$2]`

const addressHashSql = `sha256((select salt from stop_lists where agent_key = $1) || convert_to('rcs' || chr(10) || phone, 'UTF8'))`

const insertIdentities = `
  insert into identities (agent_key, asid, channel, address, address_hash, person_key, preferred, created_at)
  select agent_key, 'usr_' || id, 'rcs', phone, ${addressHashSql}, person_key, true, created_at
    from people where agent_key = $1 and tags = array[$2] and channels <> '{}'`

const insertStops = `
  insert into stops (agent_key, channel, address_hash, created_at)
  select $1, 'rcs', ${addressHashSql}, now() from (${numbersSql}) as numbered where $4 <> '' and sort = ${personVariants.stopped}`

/** Queued sends are not due for a long time. */
const insertSends = `
  insert into sends (agent_key, id, outreach_id, class, origin, person_id, asid, channel, state, queued_at, sent_at, due_at)
  select $1, 'snd_' || n, 'earlier', 'marketing', 'named', id, 'usr_' || id, 'rcs',
         case when sort = ${personVariants.contacted} then 'sent' else 'queued' end,
         now() - interval '1 hour',
         case when sort = ${personVariants.contacted} then now() - interval '1 hour' end,
         case when sort = ${personVariants.gated} then now() + interval '1 day' end
    from (${numbersSql}) as numbered where $4 <> '' and sort in (${personVariants.contacted}, ${personVariants.gated})`

/** Returns the ids of the people, in order. */
export async function insertRecipientGroup(
  client: pg.Client,
  { agentKey, tag, from, count, mixed = false }: RecipientGroup,
): Promise<string[]> {
  const values = [agentKey, from, count, tag, mixed]
  await client.query(`insert into stop_lists (agent_key, salt) values ($1, sha256('bench')) on conflict do nothing`, [
    agentKey,
  ])
  await client.query(insertPeople, values)
  await client.query(insertSearchKeys, [agentKey, tag])
  await client.query(insertIdentities, [agentKey, tag])
  if (mixed) {
    await client.query(insertStops, values)
    await client.query(insertSends, values)
  }
  // Without this, the planner has no statistics about the tables that were just filled.
  await client.query(`vacuum analyze people, people_search_keys, identities${mixed ? ', stops, sends' : ''}`)
  return Array.from({ length: count }, (_, n) => `per_${from + n}`)
}
