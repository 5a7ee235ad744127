import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { emptyDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { callParley, type Parley, scratchFolder, startParley } from './process.ts'
import { onServer } from './scratch.ts'
import type { SmsSink, Told } from './sms-sink.ts'
import { saying, textIn, type WebhookEndpoint } from './webhook-endpoint.ts'

/** The settings of a Parley that can be started again and is then the same: its folder, its ports. */
export async function gatewaySettings(): Promise<Record<string, string>> {
  const ports = { PORT: String(await freePort()), GATEWAY_PORT: String(await freePort()) }
  return { DATA_DIR: scratchFolder(), ...ports, ALLOW_PRIVATE_NETWORK: 'on', DEMO: 'off' }
}

export type Ground = Awaited<ReturnType<typeof gatewayGround>>

/** Processes on a database into which the test can look. */
export async function gatewayGround() {
  const DATABASE_URL = await emptyDatabase()
  const settings = { ...(await gatewaySettings()), DATABASE_URL }
  const query = <Row extends pg.QueryResultRow>(sql: string) =>
    onServer(DATABASE_URL, async (client) => (await client.query<Row>(sql)).rows)
  return {
    settings,
    start: (more: Record<string, string> = {}) => startParley({ ...settings, ...more }),
    query,
    /** After the only worker has died: what it had said to the database is over, and its leases have run out. */
    async leasesRunOut(): Promise<void> {
      await until('the database is done with the dead', async () => (await query(othersAtWork)).length === 0)
      const isLeased = async () => (await query(leasedLanes)).length > 0
      while (await isLeased()) await query(madeDue('work_lanes', 'ready_at', 'lease_token is not null'))
    },
    /** As though hours had passed for everything that waits to be tried again. Who works is not waited for. */
    async waitsAreOver(): Promise<void> {
      for (const table of ['messages', 'conversation_events']) await query(madeDue(table, 'due_at', 'true'))
      await query(madeDue('work_lanes', 'ready_at', 'lease_token is null'))
    },
  }
}

const othersAtWork = `select from pg_stat_activity
  where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`
const leasedLanes = 'select from work_lanes where lease_token is not null and ready_at > now()'

/** Locks nothing that somebody else has locked, so that nobody can wait in a circle. */
function madeDue(table: string, column: string, and: string): string {
  const waiting = `select ctid from ${table} where ${column} > now() and ${and} for update skip locked`
  return `update ${table} set ${column} = now() where ctid = any (array(${waiting}))`
}

const limitMilliseconds = 120_000

/** Polls until it is so. `meanwhile` is done now and then. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  meanwhile?: () => Promise<unknown>,
): Promise<void> {
  const end = Date.now() + limitMilliseconds
  for (let tries = 1; !(await isSo()); tries++) {
    if (Date.now() > end) assert.fail(`it never came about that ${what}`)
    if (meanwhile && tries % 10 === 0) await meanwhile()
    await sleep(20)
  }
}

export type BoundAgent = Awaited<ReturnType<typeof bindAgent>>

/** A new agent with the sink as its provider of text messages, and a webhook. */
export async function bindAgent(parley: Parley, sink: SmsSink, endpoint: WebhookEndpoint) {
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
  await until('the binding is active', isActive)
  const callback = `${parley.gateway}/providers/${binding.id}`
  const gateway = gatewayOf(parley.gateway, String(accessToken))
  const set = await gateway('/webhook', { webhookUrl: endpoint.url })
  assert.equal(set.status, 200)

  const say = (told: Told | Told[]) => sink.tell(callback, told)
  return {
    /** Tells Parley of messages and receipts, and answers the status. */
    say,
    /** Each writes once; answers the userId of each number. */
    async meet(numbers: readonly string[]): Promise<Map<string, string>> {
      const hello = (from: string): Told => ({ type: 'message', id: `hello ${from}`, from, text: `I am ${from}` })
      assert.equal(await say(numbers.map(hello)), 200)
      const isHeard = (number: string) => endpoint.told(`I am ${number}`).length > 0
      await until('everybody is known', () => numbers.every(isHeard))
      return new Map(endpoint.heard.map((one) => [textIn(one)?.replace('I am ', '') ?? '', one.userId]))
    },
    /** Sends to somebody who may have opted out: a message that is refused is no failure. */
    trySending: async (userId: string, text: string): Promise<void> =>
      void (await gateway('/messages', { userId, messages: [saying(text)] })),
    /** Answers the id of the message, or undefined where it was not accepted. */
    async send(userId: string, text: string, own?: string): Promise<string | undefined> {
      const { status, body } = await gateway('/messages', { userId, messages: [{ ...saying(text), id: own }] })
      if (status >= 400 && status < 500) assert.fail(`a message was refused with ${status}`)
      return status === 200 ? body.results?.[0]?.messageId : undefined
    },
  }
}

type Answered = { status: number; body: { results?: { messageId: string }[] } }

/** Answers 0 where nobody answers. */
function gatewayOf(origin: string, token: string) {
  return async (path: string, body: object): Promise<Answered> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    try {
      const response = await fetch(`${origin}/v4${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: response.status, body: (await response.json()) as Answered['body'] }
    } catch {
      return { status: 0, body: {} }
    }
  }
}
