import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type BotEvent, createBot, verifyWebhook, type WebhookEvent } from '@parley/sdk'
import { assertStatus } from '../server/src/testing/client.ts'
import { createGatewayBench, type GatewayAgent, type TestPhone } from '../server/src/testing/gateway-bench.ts'
import { maskSecrets } from '../server/src/testing/mask-secrets.ts'
import { createScratchFolder } from '../server/src/testing/process.ts'

/** `parley listen` as a developer runs it: a separate process, an SDK bot behind it, and no public address. */

const bench = await createGatewayBench({ config: { allowPrivateNetwork: false } })
const gateway = await bench.app.listen({ port: 0, host: '127.0.0.1' })
const program = fileURLToPath(new URL('../cli/bin/parley.mjs', import.meta.url))

type ListenProcess = { child: ChildProcess; output(): string; exitCode: Promise<number | null> }

const startListening = (agent: GatewayAgent, to: string): Promise<ListenProcess> =>
  startParley(['listen', '--gateway', gateway, '--forward-to', to], { PARLEY_ACCESS_TOKEN: agent.token })

async function startParley(args: string[], access: Record<string, string>): Promise<ListenProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const folder = createScratchFolder()
  const env = { PATH, NODE_COMPILE_CACHE, HOME: folder, ...access }
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  after(() => child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (text += piece))
  const exitCode = once(child, 'exit').then(([code]) => code as number | null)
  await waitUntil('it listens', () => /^Events of /m.test(text) || child.exitCode !== null)
  assert.equal(child.exitCode, null, maskSecrets(text))
  return { child, output: () => text, exitCode }
}

async function waitUntil(description: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let attemptsLeft = 1200; !(await condition()); attemptsLeft--) {
    if (attemptsLeft === 0) assert.fail(`it never came about that ${description}`)
    await sleep(50)
  }
}

type MessageEvent = BotEvent<'message'>

async function startBot(
  signingSecret: string,
  now: () => Date,
  answer: (event: MessageEvent) => string,
): Promise<string> {
  const bot = createBot({ signingSecret, now, onMessage: (event, { reply }) => reply({ aml: answer(event) }) })
  const server = createServer(bot.node).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

async function waitUntilUnleased(agent: GatewayAgent): Promise<void> {
  const leaseSql = 'select from relays where agent_key = $1'
  const { pool } = bench.server.database
  await waitUntil('nobody listens', async () => (await pool.query(leaseSql, [agent.key.key])).rowCount === 0)
}

async function waitForTexts(phone: TestPhone, ...texts: string[]): Promise<void> {
  await bench.work()
  assert.deepEqual(await phone.readTexts(), texts)
}

test('a bot on this machine answers people and resumes pending events after a restart', async () => {
  const agent = await bench.agent('sms')
  const { signingSecret } = assertStatus(await agent.api.post('/gateway/_rotateSigningSecret'), 200)
  let stop = () => {}
  const received: MessageEvent[] = []
  const to = await startBot(
    signingSecret,
    () => bench.world.now(),
    (event) => {
      received.push(event)
      if (event.message.text === 'And now?') stop()
      return `You said ${event.message.text}`
    },
  )
  const first = await startListening(agent, to)
  const phone = agent.phone('sms')
  await phone.sendText('Hello')
  await waitForTexts(phone, 'You said Hello')
  await waitUntil('the line is there', () => /message {2}\S+ {2}Hello {2}200 in \d+ ms/.test(first.output()))
  assert.ok(!first.output().includes(agent.token), 'no token is printed')

  // Dies in the middle of a call without closing the connection.
  stop = () => first.child.kill('SIGKILL')
  await phone.sendText('And now?')
  await bench.work()
  await first.exitCode
  await waitUntilUnleased(agent)
  stop = () => {}
  const second = await startListening(agent, to)
  bench.world.advance(11_000)
  await waitForTexts(phone, 'You said Hello', 'You said And now?')

  second.child.kill('SIGINT')
  assert.equal(await second.exitCode, 0)
  await waitUntilUnleased(agent)
  assert.deepEqual(removeIds(await triggerEvent('Hello')), removeIds(received[0]))
})

/** Returns the event that `parley trigger` sent, as received by a bot that verifies its signature. */
async function triggerEvent(text: string): Promise<MessageEvent | undefined> {
  const secret = 'ss-of-a-bot'
  let received: MessageEvent | undefined
  const to = await startBot(
    secret,
    () => new Date(),
    (event) => {
      received = event
      return 'Hello to you'
    },
  )
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, PARLEY_SIGNING_SECRET: secret }
  const args = [program, 'trigger', 'message', '--to', to, '--text', text, '--channel', 'sms']
  const [code] = await once(spawn(process.execPath, args, { env, stdio: 'ignore' }), 'exit')
  assert.equal(code, 0)
  return received
}

/** Removes what differs between real and sample events: generated values, and the sandbox flag. */
function removeIds(event: MessageEvent | undefined): object {
  const { eventId, timestamp, userId, sessionId, context, ...rest } = event ?? assert.fail('nothing came')
  const { sandbox, capabilities, ...contextRest } = context
  return {
    ...rest,
    ids: [eventId, timestamp, userId, sessionId].map((id) => typeof id),
    ...contextRest,
    capabilities: { ...capabilities, userId: '' },
  }
}

test('events of an org reach a program on this machine as its webhook gets them, and those of another org do not', async () => {
  const { server } = bench
  const [org, other] = [await server.org(), await server.org()]
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const { key } = await server.key(org, ['webhooks:manage'])
  const received: { headers: Record<string, string | string[] | undefined>; body: Buffer }[] = []
  const receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await buffer(request) })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  after(() => receiver.close())
  const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const access = { PARLEY_URL: url, PARLEY_API_KEY: key }
  const listener = await startParley(['listen', '--org-events', 'all', '--forward-to', to], access)

  const hook = { url: 'https://example.com/hook', events: ['agent.created'] }
  const webhook = assertStatus(await org.api.post(`${org.path}/webhooks`, hook), 201)
  assertStatus(await other.api.post(`${other.path}/agents`, { name: 'Elsewhere' }), 201)
  assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Front desk' }), 201)
  const isForwarded = () => received.some(({ body }) => body.includes('agent.created'))
  await waitUntil('the event is forwarded', isForwarded)
  const secret = /^whsec_\S+$/m.exec(listener.output())?.[0] ?? ''
  const read: WebhookEvent[] = []
  for (const call of received) read.push(await verifyWebhook({ ...call, secret }))
  assert.ok(read.every(({ orgId }) => orgId === org.id))
  const deliveries = `${org.path}/webhooks/${webhook.id}/deliveries`
  const [{ id }] = assertStatus(await org.api.get(deliveries), 200).data
  const { payload } = assertStatus(await org.api.get(`${deliveries}/${id}`), 200)
  assert.deepEqual(
    read.find((event) => event.id === id),
    payload,
  )
  assert.ok(!listener.output().includes(key), 'no key is printed')
  await waitUntil('the line is there', () => /agent\.created {2}evt_\S+ {2}204 in \d+ ms/.test(listener.output()))
  listener.child.kill('SIGINT')
  assert.equal(await listener.exitCode, 0)
})
