// Quick run too: the one kill -9 of the quick run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isCompleteRun } from '@parley/test-kit'
import { createGatewayFixture, type GatewayFixture, waitUntilTrue } from '../../../testing/gateway-process.ts'
import { openGoogleRbm } from '../../../testing/outreach-bench.ts'
import { callParley, type ParleyProcess } from '../../../testing/process.ts'

/**
 * An accepted send is dispatched once, whatever process dies, and no crash uses up an attempt. PARLEY_FAULT_SENDS (and
 * PARLEY_FAULT_KILLS) set the size; then the leases of dead workers expire by themselves.
 */

const requestedCount = process.env.PARLEY_FAULT_SENDS
const sends = Number(requestedCount ?? (isCompleteRun ? 300 : 60))
const kills = Number(process.env.PARLEY_FAULT_KILLS ?? (isCompleteRun ? 6 : 1))
/** Below the burst limit of a key. */
const sendsOfKey = 90

type Api = { origin: string; token: string }

/** Creates an agent on RCS with one Outreach, and enough keys for all sends. */
async function prepare(parley: ParleyProcess, binding: object) {
  const api = { origin: parley.origin, token: parley.credentials().apiKey }
  const post = async (path: string, body: object) => {
    const answer = await callParley(api, 'POST', path, body)
    assert.ok(answer.status < 300, `POST ${path} answers ${answer.status}`)
    return answer.body
  }
  const { id } = await post('/orgs/demo/agents', { name: 'Harbour' })
  const agent = `/orgs/demo/agents/${id}`
  const bound = await post(`${agent}/channels`, binding)
  await waitUntilTrue('the binding is active', async () => {
    return (await callParley(api, 'GET', `${agent}/channels/${bound.id}`)).body.status === 'Active'
  })
  await post(`${agent}/message-templates`, { id: 'opener', name: 'Opener', body: 'Number {person.customFields.n}' })
  await post(`${agent}/outreach`, { id: 'spring', name: 'Spring', openerTemplateId: 'opener' })
  const tokens: string[] = []
  for (let n = 0; n < Math.ceil(sends / sendsOfKey); n++) {
    tokens.push(String((await post('/orgs/demo/api-keys', { name: `Key ${n}`, scopes: ['people:write'] })).key))
  }
  return { agent, tokens }
}

const numberOf = (n: number) => `+1606${5_550_000 + n}`

/** Repeats the send under its key until it is acknowledged. */
async function insist(api: Api, agent: string, n: number): Promise<string> {
  const recipient = { channel: 'rcs', address: numberOf(n) }
  const body = { recipient, inputs: { n: `${n}` }, idempotencyKey: `step ${n}` }
  for (;;) {
    const answer = await callParley(api, 'POST', `${agent}/outreach/spring/sends`, body).catch(() => undefined)
    if (answer?.status === 202) return String(answer.body.sendId)
    if (answer && answer.status < 500) assert.fail(`a send was refused with ${answer.status}`)
    await sleep(100)
  }
}

/** Sends all of them in batches; returns the ids of the sends. */
async function acceptAll(origin: string, { agent, tokens }: { agent: string; tokens: string[] }): Promise<string[]> {
  const numbers = Array.from({ length: sends }, (_, n) => n).values()
  const runners = Array.from({ length: 12 }, async () => {
    const ids: string[] = []
    for (const n of numbers) {
      const token = tokens[Math.floor(n / sendsOfKey)] ?? assert.fail('there are too few keys')
      ids.push(await insist({ origin, token }, agent, n))
    }
    return ids
  })
  return (await Promise.all(runners)).flat()
}

test('repeated kill -9 between dispatch and record loses no send, duplicates none, and uses up no attempt', async () => {
  const accepted = new Set<string>()
  let most = 0
  // From that moment on it accepts everything and answers nothing: a worker that dies then has dispatched but recorded
  // nothing.
  const google = await openGoogleRbm({
    acceptMessage({ to, messageId }) {
      const isSilent = accepted.size >= most
      accepted.add(`${to} ${messageId}`)
      return isSilent ? { silent: true } : {}
    },
  })
  const ground = await createGatewayFixture()
  const settings = { CHANNEL_APIS: `google-rbm=${google.apis['google-rbm']}`, DATABASE_CONNECTIONS: '32' }
  let parley = await ground.start(settings)
  const accepting = acceptAll(parley.origin, await prepare(parley, google.binding))
  accepting.catch(() => {})
  for (let kill = 1; kill <= kills; kill++) {
    most = Math.floor((sends * kill) / (kills + 1))
    await waitUntilTrue(`${most} are taken and more are on their way`, () => accepted.size > most)
    await parley.end('SIGKILL')
    if (!requestedCount) await leasesRunOut(ground)
    most = Number.POSITIVE_INFINITY
    parley = await ground.start(settings)
  }
  const ids = await accepting
  await handedOver(ground)

  assert.equal(new Set(ids).size, sends)
  const records = await ground.query<{ id: string; state: string; provider_attempts: number }>(
    'select id, state, provider_attempts from sends',
  )
  assert.equal(records.length, sends)
  for (const { state, provider_attempts } of records)
    assert.deepEqual([state, provider_attempts], ['sent', 1], 'it was sent by its first attempt')
  const numbers = [...accepted].map((one) => one.split(' ')[0])
  assert.deepEqual([numbers.length, new Set(numbers).size], [sends, sends], 'each number got one message')
  for (const { to, text } of google.received) assert.equal(to, numberOf(Number(text.replace('Number ', ''))))
  const stateCounts = await ground.query<{ state: string; count: number }>(
    `select data->>'state' as state, count(*)::int from outbox where type = 'outreach.send.updated' group by 1 order by 1`,
  )
  assert.deepEqual(stateCounts, [
    { state: 'queued', count: sends },
    { state: 'sent', count: sends },
  ])
  await parley.end()
})

async function leasesRunOut(ground: GatewayFixture): Promise<void> {
  await ground.expireLeases()
  await ground.query('update sends set due_at = now() where lease_token is not null and due_at > now()')
}

async function handedOver({ query }: GatewayFixture): Promise<void> {
  await waitUntilTrue('all are handed over', async () => {
    return (await query(`select from sends where state = 'queued' limit 1`)).length === 0
  })
}
