import type pg from 'pg'
import type { Database } from '../server/src/platform/db/database.ts'
import type { AgentKey } from '../server/src/platform/http/route.ts'

/** One large agent among others, created by SQL alone: through the API it would take a quarter of an hour. */

const otherAgents = 20
const otherAgentPeople = 2_500

/** Five hundred names, skewed like real ones: one in twenty people has the first name of the list. */
const nameSql = (list: string, column: string) =>
  `(array(select ${list} || chr(97 + n % 26) || chr(97 + n / 26) from generate_series(0, 499) as n))` +
  `[1 + floor(500 * power(abs(hashint8(n + ${column === 'first' ? 1 : 2}) % 100000) / 100000.0, 2))::int]`

/** Derives a person from their number alone. */
const personSql = `
  select n, 'per_' || n as id, first, last,
    first || '.' || last || '.' || n as local, domain, '1' || (2000000000 + n * 7)::text as digits,
    (case when n % 50000 = 7 then 'lost' when n % 2 = 0 then 'new' when n % 3 = 0 then 'qualified'
          when n % 7 = 0 then 'converted' else 'contacted' end) as status,
    (array['web', 'fair', 'import', 'partner', 'phone'])[1 + n % 5] as source,
    (case when n % 4 = 0 then 'granted' when n % 50000 = 9 then 'denied' else 'unknown' end) as consent,
    array_remove(array[case when n % 2 = 0 then 'half' end, case when n % 50000 = 11 then 'rare' end,
      case when n <= 20000 then 'oldest' end, case when n % 10 = 0 then 'tenth' end], null) as tags,
    jsonb_build_object('plan', (array['basic', 'plus', 'pro'])[1 + n % 3], 'account', 'A-' || n) as fields,
    (case when n % 2 = 0 then 'rep_' || n % 20 end) as representative,
    (case when n % 5 < 3 then array['rcs'] when n % 50000 = 13 then array['messengerA'] else '{}' end) as channels,
    'imp_' || n / 100000 as batch,
    -- An import gives all its rows one time.
    $2::timestamptz + n / 1000 * interval '1 minute' as created_at,
    $2::timestamptz + n / 1000 * interval '1 minute' + abs(hashint8(n)) % 10000000 * interval '1 second' as updated_at,
    -- The oldest of those who were seen returned a year later.
    (case when n % 3 = 0 then $2::timestamptz + abs(hashint8(n + 3)) % 10000000 * interval '1 second'
      + case when n <= 80000 then interval '1 year' else interval '0' end end) as seen_at,
    -- The first imports were of one large company, then of many companies with similar names.
    (case when n <= 20000 then 'Oldco' when n <= 60000 then 'Earlier' || n % 300 end) as company
  from (select n, ${nameSql(`'an'`, 'first')} as first, ${nameSql(`'sm'`, 'last')} as last,
          (array['example.com', 'example.org', 'example.net', 'mail.example', 'post.example'])[1 + n % 5] as domain
        from generate_series(1, $3::int) as n) as named`

const searchWordsSql = `array[first, last, local || '@' || domain, domain, n::text, digits, substr(digits, 2), right(digits, 4),
  lower(company)]`

const insertPeople = `
  insert into people (agent_key, id, full_name, first_name, last_name, company, email, email_key, phone, status, source,
    tags, custom_fields, assigned_representative_id, consent_status, import_batch_ids, channels, search, sort_name,
    created_at, updated_at, last_seen_at)
  select $1, id, initcap(first || ' ' || last), initcap(first), initcap(last), company, local || '@' || domain,
    local || '@' || domain, '+' || digits, status, source, tags, fields, representative, consent, array[batch],
    channels, ' ' || array_to_string(${searchWordsSql}, ' '), first || ' ' || last, created_at, updated_at, seen_at
  from (${personSql}) as person order by n`

const insertSearchKeys = `
  insert into people_search_keys (agent_key, search_key, created_at, person_key)
  select people.agent_key, search_key, people.created_at, person_key
  from people cross join lateral (
    select 't:' || tag from unnest(tags) as tag
    union all select 'c:' || channel from unnest(channels) as channel
    union all select 'b:' || batch from unnest(import_batch_ids) as batch
    union all select 'f:' || key || '.' || value from jsonb_each_text(custom_fields) as field
    union select 'w:' || word from unnest(string_to_array(ltrim(search), ' ')) as word
  ) as own (search_key)`

/** Creates the indexes after the rows, which takes a third of the time. There are no statistics yet. */
export async function createPeople({ pool }: Database, people: number): Promise<AgentKey> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query("set maintenance_work_mem = '512MB'")
    const restore = await dropIndexes(client)
    const keys = await createAgents(client)
    for (const [index, key] of keys.entries()) {
      await runQuery(client, insertPeople, [key, '2029-01-01T00:00:00Z', index === 0 ? people : otherAgentPeople])
    }
    await runQuery(client, insertSearchKeys, [])
    for (const statement of restore) await runQuery(client, statement, [])
    return { key: keys[0] as number, id: 'agent-1', orgId: 'bench' }
  } finally {
    client.release(true)
  }
}

type Client = pg.PoolClient

const runQuery = (client: Client, text: string, values: unknown[]) =>
  client.query({ text, values, query_timeout: 600_000 } as { text: string; values: unknown[] })

async function createAgents(client: Client): Promise<number[]> {
  await client.query(`insert into orgs (id, name, created_at, updated_at) values ('bench', 'Bench', now(), now())`)
  const { rows } = await client.query(
    `insert into agents (org_id, id, name, created_at, updated_at)
     select 'bench', 'agent-' || n, 'Agent', now(), now() from generate_series(1, $1::int) as n returning agent_key`,
    [otherAgents + 1],
  )
  return rows.map((row) => row.agent_key)
}

/** Returns the statements that recreate the indexes. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows: indexes } = await client.query(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'people' and indexname like 'people\\_%' and indexname not in ('people_pkey', 'people_agent_key_id_key')`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query('alter table people_search_keys drop constraint people_search_keys_pkey')
  return [
    ...indexes.map(({ definition }) => definition as string),
    'alter table people_search_keys add primary key (agent_key, search_key, created_at, person_key)',
  ]
}
