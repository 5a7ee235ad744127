import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import {
  type BotEvent,
  createBot,
  type Envelope,
  verifyGatewayRequest,
  verifyWebhook,
  type WebhookEvent,
} from '@parley/sdk'
import { type CliResult, runCliTest } from '../../testing/run-cli.ts'
import { findClosedPortUrl, startTestServer } from '../../testing/test-server.ts'
import { triggerKinds } from './sample-event.ts'
import { webhookSamples } from './webhook-samples.generated.ts'

const secret = 'ss-of-a-test'
const triggered = (
  args: string[],
  env: Record<string, string> = { PARLEY_SIGNING_SECRET: secret },
): Promise<CliResult> => runCliTest(['trigger', ...args], { env })

test('a bot accepts every event, and trigger prints its replies', async () => {
  const events: BotEvent[] = []
  const hears = (event: BotEvent) => void events.push(event)
  const bot = createBot({
    signingSecret: secret,
    onMessage(event) {
      hears(event)
      return `You said ${event.message.text}`
    },
    ...{ onResult: hears, onAction: hears, onStatus: hears, onSystem: hears },
  })
  const to = `${await startTestServer(bot.node)}/hook`
  for (const kind of triggerKinds) {
    const { exit, out, err } = await triggered([kind, '--to', to])
    assert.deepEqual([exit, err], [0, ''], out)
    assert.match(out, new RegExp(`^${kind} to ${to}: 200 in \\d+ ms\n`))
  }
  const names = events.map((event) => (event.type === 'system' ? `system.${event.kind}` : event.type))
  assert.deepEqual(names, [...triggerKinds])
  assert.equal(new Set(events.map(({ eventId }) => eventId)).size, triggerKinds.length, 'no two are the same event')

  const sent = await triggered(['message', '--to', to, '--text', 'Ahoy', '--channel', 'sms'])
  assert.match(sent.out, /\n {2}"messages": \[\n[\s\S]*"You said Ahoy"/)
  assert.partialDeepStrictEqual(events.at(-1), { context: { channel: 'sms', sandbox: true }, mode: 'managed' })
  const { body, ...result } = JSON.parse((await triggered(['message', '--to', to, '--json'])).out)
  assert.partialDeepStrictEqual(result, { exitCode: 0, event: 'message', status: 200, contentType: 'application/json' })
  assert.match(body, /You said Hello/)
})

test('trigger signs an event as the gateway does and sends a complete envelope', async () => {
  const envelopes: Envelope[] = []
  const to = await startTestServer(async (request, response) => {
    const body = await text(request)
    envelopes.push(await verifyGatewayRequest({ headers: request.headers, body, secret }))
    response.writeHead(204).end()
  })
  assert.equal((await triggered(['status', '--to', to])).exit, 0)
  const [{ spec, userId, event }] = envelopes as [Envelope]
  assert.deepEqual([spec, event.spec, event.conversation.userId], ['amf/1', 'amf/1', userId])
  assert.partialDeepStrictEqual(event.context.capabilities, { userId, channel: 'rcs', window: { state: 'open' } })
  const attempt = { channel: 'rcs', provider: 'lab' }
  assert.deepEqual(event.event, { type: 'status', status: { messageId: 'msg_sample', state: 'delivered', attempt } })
})

const answers: [what: string, answer: [status: number, type: string, body: string], exit: number, says: RegExp][] = [
  ['a wrong secret', [401, 'application/json', '{"reason":"bad_signature"}'], 1, /"bad_signature"[\s\S]*PARLEY_SIGN/],
  ['a wrong path', [404, 'text/plain', 'Not found'], 1, /404 in \d+ ms\nNot found\n.*check --to/],
  ['a failure', [500, 'text/plain', ''], 1, /deliver this event again/],
  [
    'what is no reply',
    [200, 'text/html', '<p>Hi \u001b[31m'],
    0,
    /<p>Hi \[31m\nThe gateway does not read replies of type text\/h/,
  ],
  ['JSON that is invalid', [200, 'application/json', '{ "messages": '], 0, /ms\n{ "messages":\n$/],
]
for (const [what, [status, type, body], exit, says] of answers) {
  test(`trigger explains the answer ${what}`, async () => {
    const to = await startTestServer((_, response) => response.writeHead(status, { 'content-type': type }).end(body))
    const result = await triggered(['message', '--to', to])
    assert.equal(result.exit, exit)
    assert.match(result.out, says)
  })
}

test('trigger says what to do without a program, without a secret or for an unknown event', async () => {
  const refusals: [args: string[], exit: number, says: RegExp, env?: Record<string, string>][] = [
    [['message', '--to', await findClosedPortUrl()], 3, /the connection was refused\. Is the program running\?/],
    [['message'], 2, /set PARLEY_SIGNING_SECRET/, {}],
    [['person.created'], 2, /set PARLEY_WEBHOOK_SECRET/],
    [['person.created'], 2, /must be a secret of a webhook/, { PARLEY_WEBHOOK_SECRET: secret }],
    [['person.creatd'], 2, /Did you mean person\.created\?/],
    [['person.created', '--channel', 'sms'], 2, /--channel is only for events of the gateway/],
    [['mesage'], 2, /Unknown event mesage\. Did you mean message\?/],
    [['optOut'], 2, /Did you mean system\.optOut\?/],
    [['banana'], 2, /Events: message, result, action, status, system\./],
    [[], 2, /EVENT is missing/],
    [['result', '--text', 'Hello'], 2, /only for message events/],
    [['message', '--channel', 'pigeon'], 2, /Unknown channel pigeon\. Use one of: rcs/],
    [['message', '--to', 'ftp://example.com'], 2, /--to takes an address/],
  ]
  for (const [args, exit, says, env] of refusals) {
    const result = await triggered(args, env)
    assert.equal(result.exit, exit, result.err)
    assert.match(result.err, says)
    assert.ok(!`${result.out}${result.err}`.includes(secret), 'no secret is printed')
  }
})

const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

test('trigger sends every event of an org as its webhooks get it, signed by Standard Webhooks', async () => {
  const events: WebhookEvent[] = []
  const to = await startTestServer(async (request, response) => {
    const body = await text(request)
    events.push(await verifyWebhook({ headers: request.headers, body, secret: webhookSecret }))
    assert.equal(request.headers['webhook-id'], events.at(-1)?.id)
    response.writeHead(204).end()
  })
  const env = { PARLEY_WEBHOOK_SECRET: webhookSecret }
  for (const name of Object.keys(webhookSamples)) {
    const { exit, out, err } = await triggered([name, '--to', to], env)
    assert.deepEqual([exit, err], [0, ''], out)
  }
  assert.deepEqual(
    events.map(({ type, orgId, data }) => ({ type, orgId, data })),
    Object.values(webhookSamples).map(({ type, orgId, data }) => ({ type, orgId, data })),
  )
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length, 'no two are the same event')
  assert.ok(events.every(({ timestamp }) => Math.abs(Date.parse(timestamp) - Date.now()) < 60_000))
})

for (const [status, says] of [
  [401, /is PARLEY_WEBHOOK_SECRET the secret/],
  [410, /Parley would deactivate the webhook/],
  [503, /Parley would deliver this event again later/],
] as const) {
  test(`trigger explains what the answer ${status} to an event of an org means`, async () => {
    const to = await startTestServer((_, response) => response.writeHead(status).end())
    const result = await triggered(['person.created', '--to', to], { PARLEY_WEBHOOK_SECRET: webhookSecret })
    assert.deepEqual([result.exit, says.test(result.out)], [1, true], result.out)
  })
}
