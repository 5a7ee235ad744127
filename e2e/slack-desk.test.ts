import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { assertStatus } from '../server/src/testing/client.ts'
import { deskBench } from '../server/src/testing/desk-bench.ts'
import { findFreePort } from '../server/src/testing/free-port.ts'

/** examples/slack-desk.ts, between a real Parley and a local Slack. */

type Posted = { channel: string; text: string; thread_ts?: string; ts: string }

/** The Web API of Slack, as far as Parley calls it; records what is posted. */
async function startSlack(): Promise<{ url: string; posted: Posted[] }> {
  const posted: Posted[] = []
  const server = createServer(async (request, response) => {
    const body = (await json(request).catch(() => ({}))) as Omit<Posted, 'ts'> & { users?: string }
    const answer = (fields: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, ...fields }))
    if (request.url === '/api/conversations.open') return answer({ channel: { id: `D${body.users}` } })
    if (request.url !== '/api/chat.postMessage') return answer({ team_id: 'T1', bot_id: 'B1', user_id: 'UBOT' })
    const ts = `1894744${String(posted.length).padStart(3, '0')}.000100`
    posted.push({ ...body, ts })
    return answer({ ts, channel: body.channel })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, posted }
}

const slack = await startSlack()
const bench = await deskBench({ config: { channelApis: { slack: slack.url } } })
// The example verifies signatures by the real clock.
bench.world.advance(Date.now() - bench.world.now().getTime())
const [origin, gatewayOrigin] = [await listen(bench.server.app), await listen(bench.app)]

async function listen(app: typeof bench.app): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Does the work that is due until the condition holds. */
async function until<T>(what: string, read: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let attempts = 0; attempts < 600; attempts++) {
    await bench.work()
    const value = await read()
    if (value !== undefined) return value
    await sleep(50)
  }
  return assert.fail(`it never came about that ${what}: ${output} ${JSON.stringify(slack.posted)}`)
}

const botAuth = { botToken: 'xoxb-test', signingSecret: 'slack-signing-secret' }

/** A second agent of the org, with the Slack binding and the example as its webhook. */
async function createSlackAgent(orgPath: string, api: Awaited<ReturnType<typeof bench.desk>>['api']['client']) {
  const path = `${orgPath}/agents/slack`
  assertStatus(await api.post(`${orgPath}/agents`, { id: 'slack', name: 'Slack' }), 201)
  const binding = { channel: 'workchatD', mode: 'unmanaged', provider: 'slack', auth: botAuth }
  const { id, callbackUrl } = assertStatus(await api.post(`${path}/channels`, binding), 201)
  await until('the binding is active', async () =>
    assertStatus(await api.get(`${path}/channels/${id}`), 200).status === 'Active' ? true : undefined,
  )
  const { accessToken } = assertStatus(await api.post(`${path}/gateway/_rotateAccessToken`), 200)
  const { signingSecret } = assertStatus(await api.post(`${path}/gateway/_rotateSigningSecret`), 200)
  return { callbackPath: new URL(callbackUrl).pathname, accessToken, signingSecret }
}

let slackEvents = 0
/** What the example has printed. */
let output = ''

/** A member writes in Slack. */
async function writeInSlack(callbackPath: string, message: { user: string; text: string; thread_ts?: string }) {
  slackEvents += 1
  const ts = `1894745${String(slackEvents).padStart(3, '0')}.000200`
  const event = { type: 'message', channel: `D${message.user}`, channel_type: 'im', ts, ...message }
  const authorizations = [{ user_id: 'UBOT', is_bot: true }]
  const payload = JSON.stringify({ type: 'event_callback', event_id: `Ev${slackEvents}`, event, authorizations })
  const at = String(Math.floor(bench.world.now().getTime() / 1000))
  const signature = createHmac('sha256', botAuth.signingSecret).update(`v0:${at}:${payload}`).digest('hex')
  const signed = { 'x-slack-request-timestamp': at, 'x-slack-signature': `v0=${signature}` }
  const headers = { 'content-type': 'application/json', ...signed }
  const answer = await bench.app.inject({ method: 'POST', url: callbackPath, headers, payload })
  assert.equal(answer.statusCode, 200, answer.body)
}

const findPost = (pattern: RegExp, from = 0) => slack.posted.slice(from).find(({ text }) => pattern.test(text))

test('examples/slack-desk.ts: a member takes, answers and returns a conversation from a thread', async () => {
  const agent = await bench.desk()
  const ada = await agent.worker()
  const orgPath = `/orgs/${agent.api.orgId}`
  const { callbackPath, accessToken, signingSecret } = await createSlackAgent(orgPath, agent.api.client)
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const PORT = String(await findFreePort())
  const secrets = {
    PARLEY_API_KEY: agent.api.client.token ?? '',
    ACCESS_TOKEN: accessToken,
    SIGNING_SECRET: signingSecret,
  }
  const where = { PARLEY_URL: origin, GATEWAY_URL: gatewayOrigin, ORG: agent.api.orgId, PORT }
  const who = { DESK_AGENT: agent.api.id, SLACK_AGENT: 'slack', MEMBERS: `UADA=${ada.userId}` }
  const file = fileURLToPath(new URL('../examples/slack-desk.ts', import.meta.url))
  const child = spawn(process.execPath, [file], { env: { PATH, NODE_COMPILE_CACHE, ...secrets, ...where, ...who } })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  after(() => void child.kill())
  await until('the example listens', async () => {
    if (child.exitCode !== null) assert.fail(output)
    return (await fetch(`http://127.0.0.1:${PORT}`).catch(() => undefined))?.status === 405 ? true : undefined
  })
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const webhook = { method: 'PATCH', url: '/v4/webhook', headers } as const
  const set = await bench.app.inject({
    ...webhook,
    payload: JSON.stringify({ webhookUrl: `http://127.0.0.1:${PORT}` }),
  })
  assert.equal(set.statusCode, 200, set.body)

  const person = await bench.talk(agent, 'I want to talk to a human')
  const root = await until('Slack shows who waits', () => findPost(/is waiting/))
  assert.deepEqual([root.channel, root.thread_ts], ['DUADA', undefined])
  await person.readNewTexts()

  await writeInSlack(callbackPath, { user: 'UADA', text: 'Hello from Slack', thread_ts: root.ts })
  const texts: string[] = []
  await until('the person reads the answer', async () => {
    texts.push(...(await person.readNewTexts()))
    return texts.includes('Hello from Slack') ? true : undefined
  })
  const held = await ada.conversation(person.userId())
  assert.deepEqual([held.state, held.assignee], ['human', ada.userId])

  await person.sendText('Thank you <b>')
  const mirrored = await until('Slack shows what the person wrote', () => findPost(/Thank you/))
  assert.equal(mirrored.thread_ts, root.ts)
  assert.match(mirrored.text, /Thank you &lt;b&gt;/)

  await writeInSlack(callbackPath, { user: 'UADA', text: 'return Offered a visit', thread_ts: root.ts })
  await until('the agent has it again', async () =>
    (await ada.conversation(person.userId())).state === 'agent' ? true : undefined,
  )
  await writeInSlack(callbackPath, { user: 'UADA', text: 'Anybody there?' })
  await until('Slack says where to write', () => findPost(/Reply in the thread/, slack.posted.indexOf(mirrored)))
  assert.equal(texts.filter((text) => text === 'Hello from Slack').length, 1)
})
