import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AutomatedOutreach } from '@parley/definition'
import { sendFailureReasons, sendStates, triggerStates } from '@parley/definition/vocabulary'
import { guardrailOrigins } from '@parley/guardrails'
import { problems } from '../../platform/http/problem-codes.ts'
import { assertStatus, type ReplyBody, type TestReply } from '../../testing/client.ts'
import { type GuideRequest, openGuide, runGuide } from '../../testing/guide.ts'
import { createOutreachBench, type SendAgent } from '../../testing/outreach-bench.ts'

/**
 * Checks docs/outreach.md, docs/outreach-links.md, and docs/journey.md: makes their requests in order and compares the
 * responses.
 */

const bench = await createOutreachBench()

type Reading = { agent: SendAgent; ids: Record<string, string>; journeyKey?: string }

/** Walks through a guide in order; runs all due work after each request. */
async function walk(name: string, reading: Reading): Promise<void> {
  await runGuide(openGuide(name).blocks('http', 'json'), {
    ids: reading.ids,
    call: (request) => call(reading, request),
    async onResponse(request, body) {
      note(reading, request, body)
      await bench.work()
    },
  })
}

async function call({ agent, journeyKey }: Reading, { method, path: written, body }: GuideRequest): Promise<TestReply> {
  const { client, orgId, path: at } = agent.api
  const [door, path] = [written.slice(0, 1), written.slice(1)]
  if (door === 'L') return agent.call(method, `/lab/v1${path}`, body)
  if (door === 'O') return client.call(method, `/orgs/${orgId}${path}`, body)
  const caller = path.startsWith('/integrations/journey') && journeyKey ? client.as(journeyKey) : client
  return caller.call(method, at + path, body)
}

/** Records the ids that later examples use. */
function note(reading: Reading, { method, path }: GuideRequest, body: ReplyBody): void {
  const { ids } = reading
  const { id, key, messageId, sendId, personId, status } = body ?? {}
  if (path === 'O/api-keys') reading.journeyKey = key
  if (path === 'A/personas') ids.personaId = id
  if (path === 'A/outreach-links') ids.linkId = id
  if (messageId) ids.messageId = messageId
  // The guide describes only the first one; the others are extra attempts.
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
  return { agent, ids: { bindingId: data.find(({ channel }: ReplyBody) => channel === 'rcs').id } }
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
  reading.ids.personaId = assertStatus(await api.post('/personas', { name: 'Robin', channel: 'rcs' }), 201).id
  await walk('journey', reading)
  assert.ok(reading.journeyKey)
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
