import pg from 'pg'

/** Creates people that an agent can message by SMS, in the state that a live conversation leaves; returns their ids. */
export async function createSmsUsers(
  url: string,
  count: number,
  bindingAuth?: { provider: string },
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: agents } = await client.query("select agent_key from agents where org_id = 'demo' limit 1")
  const agent = agents[0].agent_key
  if (!bindingAuth) {
    await client.query(
      `insert into channel_bindings (agent_key, id, channel, mode, provider, status, created_at, updated_at)
       values ($1, 'chb_bench', 'sms', 'managed', 'lab', 'Active', now(), now())`,
      [agent],
    )
  }
  await client.query(
    `insert into identities (agent_key, asid, channel, address, address_hash, created_at)
     select $1, 'usr_bench' || n, 'sms', '+1202' || (1000000 + n), sha256(n::text::bytea), now() from generate_series(1, $2::int) as n`,
    [agent, count],
  )
  await client.query(
    `insert into conversations (agent_key, asid, channel, session_id, session_started_at, last_content_at, created_at)
     select $1, 'usr_bench' || n, 'sms', 'ses_' || n, now(), now(), now() from generate_series(1, $2::int) as n`,
    [agent, count],
  )
  await client.query('analyze')
  await client.end()
  return Array.from({ length: count }, (_, n) => `usr_bench${n + 1}`)
}
