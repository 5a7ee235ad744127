import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCompleteRun } from '@parley/test-kit'
import { createGatewayFixture, type GatewayFixture, waitUntilTrue } from '../../../../testing/gateway-process.ts'
import { openGoogleRbm } from '../../../../testing/outreach-bench.ts'
import { callParley, type ParleyProcess } from '../../../../testing/process.ts'
import { openSmsSink, type SmsSink } from '../../../../testing/sms-sink.ts'

/** Undelivered messages are revoked and go by the next channel once, whatever process dies. */

const people = isCompleteRun ? 60 : 20
const numberOf = (n: number) => `+1606${5_560_000 + n}`

/** Creates an agent on RCS and SMS, and sends an Outreach to everybody that has 30 seconds to be delivered. */
async function sendToAll(parley: ParleyProcess, bindings: readonly object[]): Promise<void> {
  const api = { origin: parley.origin, token: parley.credentials().apiKey }
  const post = async (path: string, body: object) => {
    const answer = await callParley(api, 'POST', path, body)
    assert.ok(answer.status < 300, `POST ${path} answers ${answer.status}`)
    return answer.body
  }
  const agent = `/orgs/demo/agents/${(await post('/orgs/demo/agents', { name: 'Harbour' })).id}`
  for (const binding of bindings) {
    const { id } = await post(`${agent}/channels`, binding)
    await waitUntilTrue('the binding is active', async () => {
      return (await callParley(api, 'GET', `${agent}/channels/${id}`)).body.status === 'Active'
    })
  }
  await post(`${agent}/message-templates`, { id: 'opener', name: 'Opener', body: 'Number {person.customFields.n}' })
  const channels = { channels: ['rcs', 'sms'], undeliveredAfterSeconds: 30 }
  await post(`${agent}/outreach`, { id: 'spring', name: 'Spring', openerTemplateId: 'opener', ...channels })
  for (let n = 0; n < people; n++) {
    const recipient = { channel: 'rcs', address: numberOf(n) }
    await post(`${agent}/outreach/spring/sends`, { recipient, inputs: { n: `${n}` }, idempotencyKey: `key ${n}` })
  }
}

/** Makes every deadline due, also one that a dead process was working on. */
const makeDue = ({ query }: GatewayFixture) =>
  query('update delivery_deadlines set due_at = now() where due_at > now()')

test('kill -9 while messages are revoked, and again while they go by sms: everybody gets one message on each channel', async () => {
  const google = await openGoogleRbm()
  let most = Number.POSITIVE_INFINITY
  // Beyond that many it accepts everything and answers nothing: a worker that dies then has dispatched but recorded
  // nothing.
  const sink: SmsSink = await openSmsSink(() => (sink.accepted.size >= most ? 'silence' : { status: 200, body: '{}' }))
  const fixture = await createGatewayFixture()
  const settings = { CHANNEL_APIS: `google-rbm=${google.apis['google-rbm']}`, DATABASE_CONNECTIONS: '32' }
  let parley = await fixture.start(settings)
  const restartAfterKill = async () => {
    await parley.end('SIGKILL')
    await fixture.expireLeases()
    await makeDue(fixture)
    parley = await fixture.start(settings)
  }
  const sms = { channel: 'sms', mode: 'unmanaged', provider: 'http-sms', auth: sink.auth }
  await sendToAll(parley, [google.binding, sms])
  const countRows = async (condition: string) => (await fixture.query(`select from ${condition}`)).length
  await waitUntilTrue('all are sent', async () => (await countRows(`sends where state = 'sent'`)) === people)
  assert.equal(await countRows('delivery_deadlines'), people)

  // Google has revoked them, but the worker never gets to know.
  google.behavior.revokeMessage = () => ({ silent: true })
  await makeDue(fixture)
  await waitUntilTrue('some are being revoked', () => google.revoked.length > 0)
  delete google.behavior.revokeMessage
  most = Math.floor(people / 2)
  await restartAfterKill()
  await waitUntilTrue('some are on their way by sms', () => sink.accepted.size > most)
  most = Number.POSITIVE_INFINITY
  await restartAfterKill()
  await waitUntilTrue('all have gone by sms', async () => {
    const isSent = `messages where channel = 'sms' and dispatched_bubbles = 1 and due_at is null`
    return (await countRows(isSent)) === people && (await countRows('delivery_deadlines')) === 0
  })

  const numbers = Array.from({ length: people }, (_, n) => numberOf(n))
  const sentByRcs = google.received.map(({ to, messageId }) => `${to} ${messageId}`)
  assert.deepEqual([...new Set(sentByRcs)].map((one) => one.split(' ')[0]).sort(), numbers)
  assert.deepEqual([...new Set(google.revoked.map(({ to }) => to))].sort(), numbers)
  for (const [n, number] of numbers.entries()) assert.deepEqual(sink.textsTo(number), [`Number ${n}`])
  const sends = await fixture.query<{ state: string; channel: string }>('select state, channel from sends')
  assert.deepEqual(sends, Array(people).fill({ state: 'sent', channel: 'sms' }))
  await parley.end()
})
