import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AutomatedOutreach } from '@parley/definition'
import { sendFailureReasons, sendStates, triggerStates } from '@parley/definition/vocabulary'
import { guardrailOrigins } from '@parley/guardrails'
import { problems } from '../../platform/http/problem-codes.ts'
import { assertStatus, type TestReply } from '../../testing/client.ts'
import { type GuideRequest, openGuide, runGuide } from '../../testing/guide.ts'
import { createOutreachBench, type SendAgent } from '../../testing/outreach-bench.ts'

/**
 * Checks docs/outreach.md, docs/outreach-links.md, and docs/journey.md: makes their requests in order and compares the
 * responses.
 */

const bench = await createOutreachBench()

type Reading = { agent: SendAgent; ids: Record<string, string> }

/** Walks through a guide in order; runs all due work after each request. */
async function walk(name: string, reading: Reading): Promise<void> {
  await runGuide(openGuide(name).blocks('sh', 'json'), {
    ids: reading.ids,
    call: (request) => call(reading, request),
    onResponse: () => bench.work(),
  })
}

async function call({ agent }: Reading, { method, path: written, body, headers }: GuideRequest): Promise<TestReply> {
  const { client, orgId, path: at } = agent.api
  const [door, path] = [written.slice(0, 1), written.slice(1)]
  if (door === 'L') return agent.call(method, `/lab/v1${path}`, body)
  if (door === 'O') return client.call(method, `/orgs/${orgId}${path}`, body)
  const [, key] = /^Bearer (.*)$/.exec(headers.authorization ?? '') ?? []
  const caller = key ? client.as(key) : client
  return caller.call(method, at + path, body)
}

const launchOpener = { id: 'launch-opener', name: 'Launch', body: 'Your {person.customFields.boat} awaits you.' }
const launch = { id: 'spring-launch', name: 'Spring launch', openerTemplateId: 'launch-opener' }

async function newReading(): Promise<Reading> {
  const agent = await bench.agent('rcs')
  await agent.phone('rcs', '+12025550143').set({ receipts: 'manual' })
  return { agent, ids: {} }
}

test('the requests in docs/outreach.md work as documented', async () => {
  const reading = await newReading()
  await walk('outreach', reading)
  const [opener = ''] = await reading.agent.phone('rcs', '+12025550143').readTexts()
  assert.match(opener, /^Hi Alex, spring is coming\. Shall we put your dinghy in the water\?/)
})

test('the requests in docs/outreach-links.md work as documented', async () => {
  await walk('outreach-links', await newReading())
})

test('the requests in docs/journey.md work as documented, with the key that it creates', async () => {
  const reading = await newReading()
  const { api } = reading.agent
  assertStatus(await api.put('/people-fields', { fields: [{ key: 'boat', type: 'string' }] }), 200)
  assertStatus(await api.post('/message-templates', launchOpener), 201)
  assertStatus(await api.post('/outreach', launch), 201)
  await walk('journey', reading)
  assert.match(reading.ids.journeyKey ?? '', /^sk-svc-/)
})

const section = (name: string, title: string): string => openGuide(name).section(title)
const firstCells = (text: string): string[] =>
  [...text.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, word = '']) => word),
  )

test('the guide lists every state, every reason, every event and every origin, and no other', () => {
  assert.deepEqual(
    firstCells(section('outreach', 'Following a send')).sort(),
    [...sendStates, ...sendFailureReasons].sort(),
  )
  const events = AutomatedOutreach.shape.trigger.shape.event.options
  const rules = section('outreach', 'Automated Outreach')
  for (const word of [...events, ...triggerStates]) assert.ok(rules.includes(`\`${word}\``), word)
  const [header = ''] = section('outreach', 'Which limits apply to which send').trim().split('\n')
  assert.equal(header.split('|').length - 3, guardrailOrigins.length)
})

test('the refusals in the guide are those of the route, with their statuses', () => {
  const documented = [...section('outreach', 'Refusals').matchAll(/^\| (\d+) \| `([\w.]+)` \|/gm)].map(
    ([, status, code]) => [code, Number(status)],
  )
  assert.equal(documented.length, 15)
  for (const [code, status] of documented) {
    const statuses: readonly number[] = problems[code as keyof typeof problems]?.statuses ?? []
    assert.ok(statuses.includes(status as number), `${code} ${status}`)
  }
})
