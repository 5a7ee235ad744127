import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertCountsAddUp } from '../../testing/campaigns-bench.ts'
import { findFreePort } from '../../testing/free-port.ts'
import { createGatewayFixture, type GatewayFixture, waitUntilTrue } from '../../testing/gateway-process.ts'
import { openGoogleRbm } from '../../testing/outreach-bench.ts'
import { callParley, type ParleyProcess } from '../../testing/process.ts'

/**
 * Each recipient of a campaign gets at most one message, whatever process dies, and none is skipped.
 * PARLEY_FAULT_RECIPIENTS (and PARLEY_FAULT_KILLS) set the size; then the leases of dead workers expire by themselves.
 */

const requestedCount = process.env.PARLEY_FAULT_RECIPIENTS
const recipients = Number(requestedCount ?? 200)
const kills = Number(process.env.PARLEY_FAULT_KILLS ?? 2)

type Api = { origin: string; token: string }
type Answered = { id?: string; importBatchId?: string; status?: string; counts?: Record<string, number> }

const numberOf = (n: number) => `+1707${5_000_000 + n}`
/** One in eleven has not consented, one in thirteen has no number. */
const hasConsented = (n: number) => n % 11 !== 0
const hasNumber = (n: number) => n % 13 !== 0
const people = Array.from({ length: recipients }, (_, n) => n)
const sendable = people.filter((n) => hasConsented(n) && hasNumber(n)).map(numberOf)

const apiOf = (parley: ParleyProcess): Api => ({ origin: parley.origin, token: parley.credentials().apiKey })

async function post(api: Api, path: string, body?: object): Promise<Answered> {
  const answer = await callParley(api, 'POST', path, body)
  assert.ok(answer.status < 300, `POST ${path} answers ${answer.status}`)
  return answer.body
}

/** Creates an agent on RCS with a staged campaign to all of them; returns the path of the campaign. */
async function prepare(parley: ParleyProcess, binding: object): Promise<string> {
  const api = apiOf(parley)
  const agent = `/orgs/demo/agents/${(await post(api, '/orgs/demo/agents', { name: 'Harbour' })).id}`
  const { id: bound } = await post(api, `${agent}/channels`, binding)
  await waitUntilTrue('the binding is active', async () => {
    return (await callParley(api, 'GET', `${agent}/channels/${bound}`)).body.status === 'Active'
  })
  await post(api, `${agent}/message-templates`, {
    id: 'opener',
    name: 'Opener',
    body: 'Number {person.customFields.n}',
  })
  await post(api, `${agent}/outreach`, { id: 'spring', name: 'Spring', openerTemplateId: 'opener', class: 'marketing' })
  const rows = people.map((n) => ({
    tags: ['fair'],
    customFields: { n: `${n}` },
    consent: { status: hasConsented(n) ? 'granted' : 'unknown' },
    ...(hasNumber(n) && { phone: numberOf(n) }),
  }))
  const { importBatchId } = await post(api, `${agent}/people/import`, { people: rows, channel: 'rcs' })
  const body = { name: 'Spring', outreachId: 'spring', audience: { importBatchId } }
  const campaign = `${agent}/campaigns/${(await post(api, `${agent}/campaigns`, body)).id}`
  await post(api, `${campaign}/stage`)
  await waitUntilTrue('it is staged', async () => (await callParley(api, 'GET', campaign)).body.status === 'staged')
  return campaign
}

test('repeated kill -9 of the whole server: every recipient gets one message, and no one else gets any', async () => {
  const accepted = new Set<string>()
  const deaf = { from: Number.POSITIVE_INFINITY }
  // In deaf mode it accepts everything and answers nothing: a worker that dies then has dispatched but recorded
  // nothing.
  const google = await openGoogleRbm({
    acceptMessage({ to, messageId }) {
      const isDeaf = accepted.size >= deaf.from
      accepted.add(`${to} ${messageId}`)
      return isDeaf ? { silent: true } : {}
    },
  })
  const ground = await createGatewayFixture()
  const apis = `google-rbm=${google.apis['google-rbm']}`
  const rate = Math.max(100, Math.floor(recipients / 4))
  const settings = { CHANNEL_APIS: apis, BATCH_RATES: `google-rbm=${rate}`, DATABASE_CONNECTIONS: '32' }
  let parley = await ground.start(settings)
  const campaign = await prepare(parley, google.binding)
  await post(apiOf(parley), `${campaign}/start`)
  for (let kill = 1; kill <= kills; kill++) {
    const goal = Math.floor((sendable.length * (kill - Math.random() / 2)) / (kills + 1))
    if (kill % 2 === 0) deaf.from = goal
    await waitUntilTrue(`${goal} are taken`, () => accepted.size > goal)
    await sleep(Math.random() * 50)
    await parley.end('SIGKILL')
    if (!requestedCount) await leasesRunOut(ground)
    deaf.from = Number.POSITIVE_INFINITY
    parley = await ground.start(settings)
    await assertAddsUp(parley, campaign)
  }
  await completed(ground)
  const { counts, status } = await assertAddsUp(parley, campaign)
  assert.equal(status, 'completed')
  assert.deepEqual([counts?.sent, counts?.excluded], [sendable.length, recipients - sendable.length])
  const numbers = [...accepted].map((one) => one.split(' ')[0])
  assert.deepEqual(numbers.sort(), sendable.toSorted(), 'each number got one message')
  for (const { to, text } of google.received) assert.equal(to, numberOf(Number(text.replace('Number ', ''))))
  await assertAnnouncedOnce(ground)
  await parley.end()
})

/** Asserts that each send published its sent event once, and the campaign each of its transitions once. */
async function assertAnnouncedOnce({ query }: GatewayFixture): Promise<void> {
  const sends = await query<{ state: string; announced: number; sends: number }>(
    `select data->>'state' as state, count(*)::int as announced, count(distinct data->>'sendId')::int as sends from outbox
      where type = 'outreach.send.updated' group by 1`,
  )
  assert.deepEqual(sends, [{ state: 'sent', announced: sendable.length, sends: sendable.length }])
  const moves = await query<{ status: string }>(
    `select data->>'status' as status from outbox where type = 'campaign.status_changed' order by created_at, length(id), id`,
  )
  assert.deepEqual(
    moves.map(({ status }) => status),
    ['staged', 'running', 'completed'],
  )
}

async function assertAddsUp(parley: ParleyProcess, campaign: string): Promise<Answered> {
  const { body } = await callParley(apiOf(parley), 'GET', campaign)
  assertCountsAddUp(body)
  return body
}

async function completed({ query }: GatewayFixture, meanwhile?: () => Promise<unknown>): Promise<void> {
  const isOver = async () => (await query(`select from campaigns where status = 'completed'`)).length > 0
  await waitUntilTrue(', but it is completed', isOver, meanwhile)
}

async function leasesRunOut(ground: GatewayFixture): Promise<void> {
  await ground.expireLeases()
  await runOut(ground, 'true')
  await ground.query('update campaign_dispatchers set due_at = now() where lease_token is not null and due_at > now()')
}

const runOut = ({ query }: GatewayFixture, which: string) =>
  query(`update sends set due_at = now() where lease_token is not null and due_at > now() and ${which}`)

test('when one of two servers that share a campaign dies, the other finishes its work', async () => {
  const google = await openGoogleRbm()
  const ground = await createGatewayFixture()
  const settings = { CHANNEL_APIS: `google-rbm=${google.apis['google-rbm']}`, BATCH_RATES: 'google-rbm=200' }
  const first = await ground.start(settings)
  const campaign = await prepare(first, google.binding)
  const ports = { PORT: String(await findFreePort()), GATEWAY_PORT: String(await findFreePort()) }
  const second = await ground.start({ ...settings, ...ports })
  await post(apiOf(first), `${campaign}/start`)
  await waitUntilTrue('half of it is sent', () => google.received.length > sendable.length / 2)
  await first.end('SIGKILL')
  const diedAt = Date.now()
  await completed(ground, async () => {
    // A send claimed before the kill and still leased belongs to the dead worker.
    if (Date.now() > diedAt + 5_000) await runOut(ground, `queued_at < '${new Date(diedAt).toISOString()}'`)
  })
  const { counts } = await assertAddsUp(second, campaign)
  assert.equal(counts?.sent, sendable.length)
  const ids = new Set(google.received.map(({ to, messageId }) => `${to} ${messageId}`))
  assert.deepEqual([...ids].map((one) => one.split(' ')[0]).sort(), sendable.toSorted())
  await second.end()
})
