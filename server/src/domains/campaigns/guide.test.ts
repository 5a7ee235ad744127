import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { problems } from '../../platform/http/problem.ts'
import { abridged } from '../../testing/abridged.ts'
import { type CampaignAgent, campaignsBench } from '../../testing/campaigns-bench.ts'
import { assertStatus, type Body, type Reply } from '../../testing/client.ts'
import { exclusionReasons, waitReasons } from './campaign.ts'
import { recipientStates } from './queries/recipients.ts'

/** docs/campaigns.md is true: its requests are made in order, and answered as it is written. */

const bench = await campaignsBench()
const guide = readFileSync(new URL('../../../../docs/campaigns.md', import.meta.url), 'utf8')
const blocks = [...guide.matchAll(/^```(http|json|sh)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
  language,
  text,
}))

type Reading = { agent: CampaignAgent; ids: Record<string, string>; last?: Body }

async function request(text: string, reading: Reading): Promise<void> {
  const filled = text.replace(/\{(\w+Id)\}/g, (_, name) => reading.ids[name] ?? assert.fail(`there is no ${name} yet`))
  const [, method = '', path = '', rest = ''] = /^(\w+) A(\S+)\n([\s\S]*)$/.exec(filled) ?? assert.fail(text)
  const [, status, code] = /^→ (\d+) ?(\S*)/m.exec(rest) ?? []
  const body = rest.replace(/^→.*/m, '').trim()
  const reply = await call(reading.agent, { method, path, body: body === '' ? undefined : JSON.parse(body) })
  assert.ok(status ? reply.status === Number(status) : reply.status < 300, `${method} ${path}: ${reply.text}`)
  if (code) assert.equal(reply.body.code, code)
  reading.last = reply.body
  await workUntilIdle(reading.agent, path)
  await note(reading, { method, path, body: reply.body })
}

/** Whoever has claimed everything looks a few seconds later whether all have ended. */
async function workUntilIdle({ after }: CampaignAgent, path: string): Promise<void> {
  const looks = path.endsWith('/start') ? 3 : 1
  for (let look = 0; look < looks; look++) await after(0.1)
}

/** Of a campaign that is over the stream ends by itself. */
async function listen(text: string, { agent, ids }: Reading): Promise<void> {
  const [, path = assert.fail(text)] = /^curl -N .* \$A(\S+)$/m.exec(text) ?? []
  const reply = await agent.api.get(path.replace('$CAMPAIGN', ids.campaignId as string))
  assert.match(reply.text, /^event: progress\ndata: \{"id":"cmp_.*"status":"completed".*\}\n\n$/)
}

type Call = { method: string; path: string; body?: unknown }

/** Staging is waited for by the call, so that somebody must work meanwhile. */
function call({ act, api }: CampaignAgent, { method, path, body }: Call): Promise<Reply> {
  const [, campaignId, verb] = /^\/campaigns\/(\w+)\/(\w+)$/.exec(path) ?? []
  return method === 'POST' && campaignId && verb
    ? act(campaignId, verb)
    : api.client.call(method, api.path + path, body)
}

/** What later examples name: always the campaign that was made last. */
async function note({ agent, ids }: Reading, { method, path, body }: Call & { body: Body }): Promise<void> {
  if (method !== 'POST') return
  if (path === '/personas') ids.personaId = body.id
  if (path === '/campaigns' && body.id) ids.campaignId = body.id
  if (path !== '/people/import') return
  const { data } = assertStatus(await agent.api.get('/people?tag=berth'), 200)
  for (const { id, firstName } of data) ids[`${firstName.toLowerCase()}Id`] = id
}

test('the requests of the guide do what they say', async () => {
  const agent = await bench.agent()
  for (const number of ['+12025550143', '+12025550144', '+12025550145'])
    await agent.phone('rcs', number).set({ receipts: 'manual' })
  const reading: Reading = { agent, ids: {} }
  assert.ok(blocks.length > 40)
  for (const { language, text } of blocks) {
    if (language === 'http') await request(text, reading)
    else if (language === 'sh') await listen(text, reading)
    else assert.deepEqual(abridged(reading.last, JSON.parse(text)), JSON.parse(text))
  }
  const shown = await Promise.all(['3', '4', '5'].map((end) => agent.phone('rcs', `+1202555014${end}`).shown()))
  const opening = (name: string, boat: string) =>
    `Hi ${name}, spring is coming. Shall we put your ${boat} in the water?`
  assert.deepEqual(shown, [[opening('Alex', 'dinghy')], [opening('Bo', 'yawl')], []])
})

const section = (title: string): string => {
  const [, text = assert.fail(`there is no section ${title}`)] = guide.split(new RegExp(`^##+ ${title}\n`, 'm'))
  return text.split(/^##/m)[0] as string
}
const firstCells = (text: string): string[] =>
  [...text.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, word = '']) => word),
  )

test('the guide has every reason and every state in their order, and no other', () => {
  assert.deepEqual(firstCells(section('Staging')), [...exclusionReasons])
  assert.deepEqual(firstCells(section('What a campaign waits for')), [...waitReasons])
  const states = section('Who, and what they will read')
  for (const state of recipientStates) assert.ok(states.includes(`\`${state}\``), state)
})

test('the refusals of the guide have the statuses of the catalogue', () => {
  const told = [...section('Refusals').matchAll(/^\| (\d+) \| `([\w.]+)` \|/gm)]
  assert.equal(told.length, 5)
  for (const [, status, code] of told) {
    const statuses: readonly number[] = problems[code as keyof typeof problems]?.statuses ?? []
    assert.ok(statuses.includes(Number(status)), `${code} ${status}`)
  }
})
