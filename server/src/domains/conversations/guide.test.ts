import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { chipKinds, statusStates, systemKinds } from '@parley/amf'
import { realWorld } from '../../platform/world.ts'
import { assertStatus } from '../../testing/client.ts'
import { createGatewayBench, type GatewayAgent } from '../../testing/gateway-bench.ts'
import { openGuide, runGuide } from '../../testing/guide.ts'
import { refusalReasons } from './deps.ts'
import type { EventEnvelope, GatewayEvent } from './event.ts'
import { signWebhookRequest } from './events/call-webhook.ts'
import { buildEnvelope } from './events/envelope.ts'

/** Checks docs/gateway.md: compares its lists with the code, and runs its examples. */

const guide = readFileSync(new URL('../../../../docs/gateway.md', import.meta.url), 'utf8')
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\`\`\`$`, 'gm'))].map(([, text]) => text as string)
const section = (title: string): string => {
  const [, text = assert.fail(`there is no section ${title}`)] = guide.split(new RegExp(`^#+ ${title}$`, 'm'))
  return text.split(/^#+ /m)[0] as string
}
const firstCells = (text: string) => [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, word]) => word)
const examples = blocks('json').map((text) => JSON.parse(text))

/** The programs of the guide, as files. */
const folder = mkdtempSync(join(tmpdir(), 'parley-guide-'))
for (const code of blocks('js')) writeFileSync(join(folder, /^\/\/ (\w+\.mjs)/.exec(code)?.[1] as string), code)
after(() => rmSync(folder, { recursive: true }))

const bench = await createGatewayBench({ world: realWorld })
const agent = await bench.agent('sms', 'rcs')

test('the tables of the guide list every reason, state and kind, and no other', () => {
  assert.deepEqual(firstCells(section('Sending')), [...refusalReasons])
  assert.deepEqual(firstCells(section('`status`')), [...statusStates])
  assert.deepEqual(firstCells(section('`system`')), [...systemKinds])
  const documented = [...section('`action`').matchAll(/`(\w+)`/g)].map(([, kind]) => kind)
  assert.deepEqual(
    documented,
    chipKinds.filter((kind) => kind !== 'reply'),
  )
})

test('the envelope in the guide is the one that an agent receives', () => {
  const envelope: EventEnvelope = examples.find((one) => 'mode' in one)
  const { eventId: id, timestamp, conversation, context, event } = envelope.event
  const about = { id, asid: envelope.userId, sessionId: conversation.sessionId, at: new Date(timestamp), event }
  const { channel, provider, window } = context
  const envelopeContext = { ...about, channel, provider, windowState: window.state, sandbox: false }
  assert.deepEqual(envelope, buildEnvelope(envelopeContext, { mode: envelope.mode, instanceId: envelope.instanceId }))
})

test('the guide shows an event of every type', () => {
  const types = examples.filter((one): one is GatewayEvent => typeof one.type === 'string').map(({ type }) => type)
  assert.deepEqual([...new Set(types)], ['message', 'result', 'action', 'status', 'system'])
})

test('the requests in the guide work as documented', async () => {
  const userId = await agent.phone('sms').sendText('Hello')
  const ids: Record<string, string> = {}
  let requests = 0
  await runGuide(openGuide('gateway').blocks('sh'), {
    ids,
    async call({ method, path, body }) {
      if (!path.startsWith('G')) return agent.api.client.call(method, path.replace(/^A/, agent.api.path), body)
      return agent.call(method, path.replace(/^G/, '/v4'), body, { authorization: `Bearer ${ids.token}` })
    },
    onResponse({ path }, body) {
      requests++
      for (const { accepted } of body.results ?? []) assert.equal(accepted, true, path)
    },
  })
  assert.deepEqual([requests, ids.userId], [12, userId])
})

test('the example agent of the guide answers, and its replies in each content type are accepted', async () => {
  const guest = await bench.agent('sms')
  await runAgent(guest)
  const phone = guest.phone('sms')
  await phone.sendText('Hello')
  const expected = 'You said: Hello\n\nAnything else?\n\n1. Yes\n2. No\n\nReply with a number.'
  assert.deepEqual(await shownBy(phone, 1), [expected])
  const userId = await phone.sendText('2')
  assert.deepEqual(await shownBy(phone, 2), [expected, 'No.'])
  const inJson = examples.find((one) => 'messages' in one).messages
  const inLines = blocks('ndjson').flatMap((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).message),
  )
  const inAml = blocks('aml').map((aml) => ({ aml }))
  const { results } = assertStatus(
    await guest.call('POST', '/v4/messages', { userId, messages: [...inJson, ...inLines, ...inAml] }),
    200,
  )
  assert.deepEqual(
    results.filter(({ accepted }: { accepted: boolean }) => !accepted),
    [],
  )
})

/** A webhook call may be aborted on a busy machine; then it is retried after a while. */
async function shownBy(phone: ReturnType<GatewayAgent['phone']>, count: number): Promise<string[]> {
  for (let left = 120; left > 0; left--) {
    await bench.work()
    if ((await phone.readTexts()).length >= count) break
    await sleep(250)
  }
  return phone.readTexts()
}

test('the code in the guide refuses unsigned and old requests', async () => {
  const { isFromParley } = await import(pathToFileURL(join(folder, 'verify.mjs')).href)
  const body = Buffer.from('{}')
  assert.equal(isFromParley({}, body, 'secret'), false)
  const signed = (seconds: number) => {
    const at = new Date(Date.now() + seconds * 1000)
    return signWebhookRequest(body, [createSecretKey('secret', 'utf8')], at)
  }
  assert.equal(isFromParley(signed(0), body, 'secret'), true)
  assert.equal(isFromParley(signed(0), Buffer.from('{ }'), 'secret'), false)
  assert.equal(isFromParley(signed(0), body, 'another'), false)
  assert.equal(isFromParley(signed(-400), body, 'secret'), false)
})

/** Runs the program of the guide as a reader would. */
async function runAgent(guest: GatewayAgent): Promise<void> {
  const { signingSecret } = assertStatus(await guest.api.post('/gateway/_rotateSigningSecret'), 200)
  Object.assign(process.env, { SIGNING_SECRET: signingSecret, PORT: '0' })
  const { server } = (await import(pathToFileURL(join(folder, 'agent.mjs')).href)) as { server: Server }
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  if (!server.listening) await once(server, 'listening')
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  assertStatus(await guest.call('POST', '/v4/webhook', { webhookUrl }), 200)
}
