import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { AutomatedOutreach } from '@parley/definition'
import { origins } from '@parley/guardrails'
import { problems } from '../../platform/http/problem.ts'
import { abridged } from '../../testing/abridged.ts'
import { assertStatus, type Body, type Reply } from '../../testing/client.ts'
import { outreachBench, type SendAgent } from '../../testing/outreach-bench.ts'
import { rowStates } from './rules/row.ts'
import { failureReasons, sendStates } from './sends/send.ts'

/** docs/outreach.md and docs/journey.md are true: their requests are made in order, and answered as it is written. */

const bench = await outreachBench()

const guide = (name: string): string => readFileSync(new URL(`../../../../docs/${name}.md`, import.meta.url), 'utf8')

type Block = { language: string; text: string }
const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^```(http|json)\n([\s\S]*?)^```$/gm)].map(([, language = '', inside = '']) => ({
    language,
    text: inside,
  }))

type Reading = { agent: SendAgent; ids: Record<string, string>; journeyKey?: string; last?: Body }

/** All of a guide in its order; after each request whatever is due is done. */
async function walk(name: string, reading: Reading): Promise<void> {
  const blocks = blocksOf(guide(name))
  assert.ok(blocks.length > 15)
  for (const { language, text } of blocks) {
    if (language === 'http') await request(text, reading)
    else assert.deepEqual(abridged(reading.last, JSON.parse(text)), JSON.parse(text))
  }
}

async function request(text: string, reading: Reading): Promise<void> {
  const filled = text.replace(/\{(\w+Id)\}/g, (_, name) => reading.ids[name] ?? assert.fail(`there is no ${name} yet`))
  const [, method = '', door = '', path = '', rest = ''] =
    /^(\w+) ([AOL])(\S+)\n([\s\S]*)$/.exec(filled) ?? assert.fail(text)
  const [, status, code] = /^→ (\d+) ?(\S*)/m.exec(rest) ?? []
  const body = rest.replace(/^→.*/m, '').trim()
  const reply = await call(reading, { method, door, path, body: body === '' ? undefined : JSON.parse(body) })
  assert.ok(status ? reply.status === Number(status) : reply.status < 300, `${method} ${path}: ${reply.text}`)
  if (code) assert.equal(reply.body.code, code)
  reading.last = reply.body
  note(reading, { method, path, body: reply.body })
  await bench.work()
}

type Call = { method: string; door: string; path: string; body?: unknown }

async function call({ agent, journeyKey }: Reading, { method, door, path, body }: Call): Promise<Reply> {
  const { client, orgId, path: at } = agent.api
  if (door === 'L') return agent.call(method, `/lab/v1${path}`, body)
  if (door === 'O') return client.call(method, `/orgs/${orgId}${path}`, body)
  const caller = path.startsWith('/integrations/journey') && journeyKey ? client.as(journeyKey) : client
  return caller.call(method, at + path, body)
}

/** What later examples name. */
function note(reading: Reading, { method, path, body }: Omit<Call, 'door'> & { body: Body }): void {
  const { ids } = reading
  const { id, key, messageId, sendId, personId, status } = body ?? {}
  if (path === '/api-keys') reading.journeyKey = key
  if (path === '/personas') ids.personaId = id
  if (messageId) ids.messageId = messageId
  // Of the first of them the guide tells; others are only tried.
  const isSend = method === 'POST' && path.endsWith('/sends') && status !== 'skipped'
  if (isSend && sendId) ids.sendId ??= sendId
  if (isSend && personId) ids.personId ??= personId
}

const launchOpener = { id: 'launch-opener', name: 'Launch', body: 'Your {person.customFields.boat} awaits you.' }
const launch = { id: 'spring-launch', name: 'Spring launch', openerTemplateId: 'launch-opener' }

async function newReading(): Promise<Reading> {
  const agent = await bench.agent('rcs')
  await agent.phone('rcs', '+12025550143').set({ receipts: 'manual' })
  const { data } = assertStatus(await agent.api.get('/channels'), 200)
  return { agent, ids: { bindingId: data.find(({ channel }: Body) => channel === 'rcs').id } }
}

test('the requests of docs/outreach.md do what they say', async () => {
  const reading = await newReading()
  await walk('outreach', reading)
  const [opener = ''] = await reading.agent.phone('rcs', '+12025550143').shown()
  assert.match(opener, /^Hi Alex, spring is coming\. Shall we put your dinghy in the water\?/)
})

test('the requests of docs/journey.md do what they say, with the key that it makes', async () => {
  const reading = await newReading()
  const { api } = reading.agent
  assertStatus(await api.put('/people-fields', { fields: [{ key: 'boat', type: 'string' }] }), 200)
  assertStatus(await api.post('/message-templates', launchOpener), 201)
  assertStatus(await api.post('/outreach', launch), 201)
  reading.ids.personaId = assertStatus(await api.post('/personas', { name: 'Robin', channel: 'rcs' }), 201).id
  await walk('journey', reading)
  assert.ok(reading.journeyKey)
})

const section = (name: string, title: string): string => {
  const [, text = assert.fail(`there is no section ${title}`)] = guide(name).split(`\n## ${title}\n`)
  return text.split('\n## ')[0] as string
}
const firstCells = (text: string): string[] =>
  [...text.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, word = '']) => word),
  )

test('the guide has every state, every reason, every event and every origin, and no other', () => {
  assert.deepEqual(firstCells(section('outreach', 'Following it')).sort(), [...sendStates, ...failureReasons].sort())
  const events = AutomatedOutreach.shape.trigger.shape.event.options
  const rules = section('outreach', 'Automated Outreach')
  for (const word of [...events, ...rowStates]) assert.ok(rules.includes(`\`${word}\``), word)
  const [header = ''] = section('outreach', 'Who is held up by what').trim().split('\n')
  assert.equal(header.split('|').length - 3, origins.length)
})

test('the refusals of the guide are those of the route, with their statuses', () => {
  const told = [...section('outreach', 'Refusals').matchAll(/^\| (\d+) \| `([\w.]+)` \|/gm)].map(([, status, code]) => [
    code,
    Number(status),
  ])
  assert.equal(told.length, 14)
  for (const [code, status] of told) {
    const statuses: readonly number[] = problems[code as keyof typeof problems]?.statuses ?? []
    assert.ok(statuses.includes(status as number), `${code} ${status}`)
  }
})
