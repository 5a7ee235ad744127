import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createEmptyDatabase } from './database.ts'
import { findFreePort } from './free-port.ts'
import { callParley, createScratchFolder, type ParleyProcess, startParleyProcess } from './process.ts'
import { withServerClient } from './scratch-database.ts'
import type { SinkCallback, SmsSink } from './sms-sink.ts'
import { createTextReply, readEventText, type WebhookEndpoint } from './webhook-endpoint.ts'

/** The settings of a Parley that can be restarted with the same folder and ports. */
export async function createGatewaySettings(): Promise<Record<string, string>> {
  const ports = { PORT: String(await findFreePort()), GATEWAY_PORT: String(await findFreePort()) }
  return { DATA_DIR: createScratchFolder(), ...ports, ALLOW_PRIVATE_NETWORK: 'on', DEMO: 'off' }
}

export type GatewayFixture = {
  settings: {
    DATABASE_URL: string
  }
  start: (extraSettings?: Record<string, string>) => Promise<ParleyProcess>
  query: <Row extends pg.QueryResultRow>(sql: string) => Promise<Row[]>
  expireLeases(): Promise<void>
  expireWaits(): Promise<void>
}

/** Processes on a database that the test can query. */
export async function createGatewayFixture(): Promise<GatewayFixture> {
  const DATABASE_URL = await createEmptyDatabase()
  const settings = { ...(await createGatewaySettings()), DATABASE_URL }
  const query = <Row extends pg.QueryResultRow>(sql: string) =>
    withServerClient(DATABASE_URL, async (client) => (await client.query<Row>(sql)).rows)
  return {
    settings,
    start: (extraSettings: Record<string, string> = {}) => startParleyProcess({ ...settings, ...extraSettings }),
    query,
    /** Called after the only worker has died: waits for its database sessions to end, and expires its leases. */
    async expireLeases(): Promise<void> {
      await waitUntilTrue(
        'the database is done with the dead',
        async () => (await query(otherActiveSessions)).length === 0,
      )
      const isLeased = async () => (await query(leasedLanes)).length > 0
      while (await isLeased()) await query(makeDueSql('work_lanes', 'ready_at', 'lease_token is not null'))
    },
    /** Makes every pending retry due, as if hours had passed. Does not wait for running work. */
    async expireWaits(): Promise<void> {
      for (const table of ['messages', 'conversation_events']) await query(makeDueSql(table, 'due_at', 'true'))
      await query(makeDueSql('work_lanes', 'ready_at', 'lease_token is null'))
    },
  }
}

const otherActiveSessions = `select from pg_stat_activity
  where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`
const leasedLanes = 'select from work_lanes where lease_token is not null and ready_at > now()'

/** Skips rows that others have locked, so that it cannot deadlock. */
function makeDueSql(table: string, column: string, condition: string): string {
  const futureRows = `select ctid from ${table} where ${column} > now() and ${condition} for update skip locked`
  return `update ${table} set ${column} = now() where ctid = any (array(${futureRows}))`
}

const limitMilliseconds = 120_000

/** Polls until the condition holds, and calls `meanwhile` now and then. */
export async function waitUntilTrue(
  description: string,
  condition: () => boolean | Promise<boolean>,
  meanwhile?: () => Promise<unknown>,
): Promise<void> {
  const end = Date.now() + limitMilliseconds
  for (let attempts = 1; !(await condition()); attempts++) {
    if (Date.now() > end) assert.fail(`it never came about that ${description}`)
    if (meanwhile && attempts % 10 === 0) await meanwhile()
    await sleep(20)
  }
}

export type BoundAgent = {
  sendCallback: (message: SinkCallback | SinkCallback[]) => Promise<number>
  introduce(numbers: readonly string[]): Promise<Map<string, string>>
  trySending: (userId: string, text: string) => Promise<void>
  send(userId: string, text: string, messageId?: string): Promise<string | undefined>
}

/** A new agent with the sink as its SMS provider, and a webhook. */
export async function createBoundAgent(
  parley: ParleyProcess,
  sink: SmsSink,
  endpoint: WebhookEndpoint,
): Promise<BoundAgent> {
  const api = { origin: parley.origin, token: parley.credentials().apiKey }
  const post = async (path: string, body?: object) => {
    const answer = await callParley(api, 'POST', path, body)
    assert.ok(answer.status < 300, `POST ${path} answers ${answer.status}`)
    return answer.body
  }
  const { id } = await post('/orgs/demo/agents', { name: 'Harbour' })
  const agent = `/orgs/demo/agents/${id}`
  await post(`${agent}/gateway/_rotateSigningSecret`)
  const { accessToken } = await post(`${agent}/gateway/_rotateAccessToken`)
  const unmanaged = { channel: 'sms', mode: 'unmanaged', provider: 'http-sms', auth: sink.auth }
  const binding = await post(`${agent}/channels`, unmanaged)
  const isActive = async () =>
    (await callParley(api, 'GET', `${agent}/channels/${binding.id}`)).body.status === 'Active'
  await waitUntilTrue('the binding is active', isActive)
  const callback = `${parley.gateway}/providers/${binding.id}`
  const gateway = createGatewayPost(parley.gateway, String(accessToken))
  const set = await gateway('/webhook', { webhookUrl: endpoint.url })
  assert.equal(set.status, 200)

  const sendCallback = (message: SinkCallback | SinkCallback[]) => sink.sendCallback(callback, message)
  return {
    /** Reports messages and receipts to Parley, and returns the status. */
    sendCallback: sendCallback,
    /** Each number writes once; returns the userId of each. */
    async introduce(numbers: readonly string[]): Promise<Map<string, string>> {
      const createHello = (from: string): SinkCallback => ({
        type: 'message',
        id: `hello ${from}`,
        from,
        text: `I am ${from}`,
      })
      assert.equal(await sendCallback(numbers.map(createHello)), 200)
      const hasArrived = (number: string) => endpoint.eventIdsOfText(`I am ${number}`).length > 0
      await waitUntilTrue('everybody is known', () => numbers.every(hasArrived))
      return new Map(endpoint.received.map((event) => [readEventText(event)?.replace('I am ', '') ?? '', event.userId]))
    },
    /** Sends to a person who may have opted out: a refusal is not a failure. */
    trySending: async (userId: string, text: string): Promise<void> =>
      void (await gateway('/messages', { userId, messages: [createTextReply(text)] })),
    /** Returns the id of the message, or undefined if it was not accepted. */
    async send(userId: string, text: string, messageId?: string): Promise<string | undefined> {
      const { status, body } = await gateway('/messages', {
        userId,
        messages: [{ ...createTextReply(text), id: messageId }],
      })
      if (status >= 400 && status < 500) assert.fail(`a message was refused with ${status}`)
      return status === 200 ? body.results?.[0]?.messageId : undefined
    },
  }
}

type GatewayReply = { status: number; body: { results?: { messageId: string }[] } }

/** Returns 0 if nothing answers. */
function createGatewayPost(origin: string, token: string) {
  return async (path: string, body: object): Promise<GatewayReply> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    try {
      const response = await fetch(`${origin}/v4${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: response.status, body: (await response.json()) as GatewayReply['body'] }
    } catch {
      return { status: 0, body: {} }
    }
  }
}
