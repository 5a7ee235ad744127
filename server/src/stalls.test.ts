// Own process: monitors the event loop.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createApi, createBackgroundWork, createGateway, createServices } from './app.ts'
import { createIndexCache, createLexemeCache, searchKnowledge } from './domains/knowledge/index.ts'
import type { AgentKey } from './platform/http/route.ts'
import { createTestAgent } from './testing/agent.ts'
import { createTestApp } from './testing/app.ts'
import { assertStatus } from './testing/client.ts'
import type { HeavyCall, HeavyCallResult } from './testing/stalls/corpus.ts'
import { stallLimit, watchStalls } from './testing/stalls/watch-stalls.ts'

const server = await createTestApp()
// As in production: tests normally validate each response against its schema, which takes as long as creating it.
const services = createServices({ ...server.context, validateResponses: false })
const apps = { api: createApi(services), gateway: createGateway(services) }
const listen = (app: (typeof apps)['api']) => app.listen({ port: 0, host: '127.0.0.1' })
const urls = { api: `${await listen(apps.api)}/v1`, gateway: `${await listen(apps.gateway)}/v4` }
const caller = new Worker(new URL('./testing/stalls/caller-thread.ts', import.meta.url))
after(async () => {
  await caller.terminate()
  await Promise.all(Object.values(apps).map((app) => app.close()))
})

let calls = 0
function called(url: string, call: HeavyCall): Promise<HeavyCallResult> {
  const id = ++calls
  const { promise, resolve } = Promise.withResolvers<HeavyCallResult>()
  const hear = (message: { id: number; callResult: HeavyCallResult }) => {
    if (message.id !== id) return
    caller.off('message', hear)
    resolve(message.callResult)
  }
  caller.on('message', hear)
  caller.postMessage({ id, url, call })
  return promise
}

const agent = await createTestAgent(server)
const { accessToken } = assertStatus(await agent.post('/gateway/_rotateAccessToken'), 200)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const api = (call: HeavyCall): [string, HeavyCall] => [
  urls.api,
  { ...call, path: agent.path + call.path, headers: { ...bearer(agent.client.token as string), ...call.headers } },
]
const gateway = (call: HeavyCall): [string, HeavyCall] => [urls.gateway, { ...call, headers: bearer(accessToken) }]

/** On a busy machine, a large document may exceed its thread's time limit: that is a 400. */
const readInThread = [200, 400]

const instructions = { method: 'PUT', path: '/standing-instructions' }
const things = { method: 'PUT', path: '/knowledge/things' }
const cases: Record<string, [statuses: number[], call: [string, HeavyCall]]> = {
  'two million marks': [[413], api({ ...instructions, body: 'ones' })],
  'as many values as a body may hold': [[422], api({ ...instructions, body: 'manyValues' })],
  'two million levels': [[400, 413], api({ ...instructions, body: 'deep' })],
  'an object of 10,000 keys': [[422], api({ ...instructions, body: 'wideObject' })],
  'an object of 100,000 keys': [[413], api({ ...instructions, body: 'tooWideObject' })],
  'one text of two megabytes': [[422], api({ ...instructions, body: 'longText' })],
  'one text of nothing but escapes': [[422], api({ ...instructions, body: 'escapes' })],
  'lint: an object of 300,000 keys': [[400, 413], api({ path: '/lint', body: 'wideDocument' })],
  'lint: 300,000 keys in 300 objects': [readInThread, api({ path: '/lint', body: 'keysInDocument' })],
  'lint: 150,000 keys in YAML': [readInThread, api({ path: '/lint', body: 'keysInYaml' })],
  'lint: the largest document': [readInThread, api({ path: '/lint', body: 'document' })],
  'import: 300,000 keys': [[400, 422], api({ path: '/import', body: 'keysInDocument' })],
  'collections for the Things': [[200], api({ method: 'PUT', path: '/knowledge/collections', body: 'collections' })],
  'things: the largest list': [[200], api({ ...things, body: 'things' })],
  'things: the largest list once more': [[200], api({ ...things, body: 'things' })],
  'things: long texts': [[200], api({ ...things, body: 'thingsOfTexts' })],
  'things: much metadata': [[200], api({ ...things, body: 'thingsOfMetadata' })],
  'things: in 180,000 collections': [[200], api({ ...things, body: 'thingsInCollections' })],
  'things: in 180,000 unknown collections': [[422], api({ ...things, body: 'thingsInNoCollection' })],
  'things: 40,000 actions': [[200], api({ ...things, body: 'thingsWithActions' })],
  'things: 10,000 map links': [[200], api({ ...things, body: 'thingsWithMapLinks' })],
  'facts: 10,000 in CSV': [[200], api({ path: '/knowledge/facts/import', body: 'factsCsv' })],
  // After the import the list may be as long.
  'facts: the longest list': [[200], api({ method: 'PUT', path: '/knowledge/facts', body: 'facts' })],
  'import: the largest document': [readInThread, api({ path: '/import', body: 'document' })],
  'things: all of them': [[200], api({ method: 'GET', path: '/knowledge/things?limit=1000' })],
  'export: YAML': [readInThread, api({ method: 'GET', path: '/export' })],
  'export: JSON': [readInThread, api({ method: 'GET', path: '/export?format=json' })],
  'lint: the largest agent': [readInThread, api({ method: 'GET', path: '/lint' })],
  'people: 50,000 in JSON': [[200], api({ path: '/people/import?dryRun=true', body: 'peopleJson' })],
  'people: 300,000 keys in JSON': [[200], api({ path: '/people/import', body: 'peopleOfManyKeys' })],
  'people: 4,000 in CSV': [[200], api({ path: '/people/import', body: 'peopleCsv' })],
  'people: a row of eight million cells': [[200], api({ path: '/people/import', body: 'cells' })],
  'people: 300 rows of 500 cells': [[200], api({ path: '/people/import?dryRun=true', body: 'wideRows' })],
  'people: cells of a megabyte': [[200], api({ path: '/people/import', body: 'hugeCells' })],
  'people: a quote that is not closed': [[422], api({ path: '/people/import', body: 'unclosedQuote' })],
  'people: the longest page': [[200], api({ method: 'GET', path: '/people?limit=200' })],
  'people: exported as CSV': [[200], api({ method: 'GET', path: '/people/export' })],
  'people: exported as lines': [
    [200],
    api({ method: 'GET', path: '/people/export', headers: { accept: 'application/x-ndjson' } }),
  ],
  'campaign: 50,000 people by id': [[201, 404, 409, 422], api({ path: '/campaigns', body: 'personIds' })],
  'campaign: a filter of 80,000 conditions': [[404, 413, 422], api({ path: '/campaigns', body: 'filter' })],
  'knowledge: a text of ten megabytes': [[201, 422], api({ path: '/knowledge/sources', body: 'pages' })],
  'knowledge: base64 of nothing but spaces': [[422], api({ path: '/knowledge/sources', body: 'pdfInSpaces' })],
  'knowledge: base64 that is too long': [[422], api({ path: '/knowledge/sources', body: 'pdfOfTooManyCharacters' })],
  'traffic: a page of long messages': [[200], api({ method: 'GET', path: '/messages?limit=100' })],
  'gateway: the longest AML': [[200, 422], gateway({ path: '/compile', body: 'aml' })],
  'gateway: the longest AML, of marks': [[200, 422], gateway({ path: '/compile', body: 'amlMarks' })],
  'gateway: two megabytes of AML': [[422], gateway({ path: '/compile', body: 'longAml' })],
  'gateway: markers that never end': [[200, 422], gateway({ path: '/compile', body: 'amlOpen' })],
  'gateway: shown on every channel': [[200, 413, 422], gateway({ path: '/render', body: 'aml' })],
  'gateway: messages of two megabytes': [[200, 422], gateway({ path: '/messages', body: 'messages' })],
}

/** Long messages of the agent, which each list of messages renders. */
const longText = 'A long text, **with** some marks. '.repeat(1_500)
await server.database.pool.query(
  `insert into traffic (agent_key, at, asid, session_id, origin, type, subtype, channel, text, message_id, raw)
   select agent_key, now(), 'user-1', 'session-1', 'agent', 'content', 'text', 'rcs', $2, 'message-' || n, $3::json
     from agents, generate_series(1, 100) as n where id = $1`,
  [agent.id, longText, JSON.stringify({ spec: 'amf/1', parts: [{ type: 'text', text: longText }] })],
)

/** The worker reads files: each is watched until its source is `ready` or `failed`. */
const files: Record<string, HeavyCall['body']> = {
  'a PDF of 2,500 pages': 'pdfOfManyPages',
  'a PDF with deep nesting in a page': 'pdfWithDeepNesting',
  'a PDF with a deep catalog': 'pdfWithDeepCatalog',
  'a PDF that unpacks to gigabytes': 'pdfThatUnpacksToGigabytes',
  'a PDF of pages in a circle': 'pdfOfPagesInACircle',
  'a PDF of 19 MB without a table': 'pdfWithoutTable',
  'a PDF of 19 MB in base64': 'pdfInBase64',
}

type Line = { input: string; status: number; cpu: number; wall: number; references: number; seconds: number }
const table: Line[] = []
const lineOf = ({ input, status, cpu, wall, references, seconds }: Line) =>
  `# ${input.padEnd(44)} ${status} ${cpu.toFixed(0).padStart(6)} ms of processor ${wall.toFixed(0).padStart(6)} ms ${references.toFixed(1).padStart(5)} references ${seconds.toFixed(1).padStart(5)} s`

after(() => process.stdout.write(`${table.map(lineOf).join('\n')}\n`))

async function watch(input: string, statuses: readonly number[], act: () => Promise<HeavyCallResult>): Promise<void> {
  const began = performance.now()
  const { result, longest } = await watchStalls(act)
  const { cpuMilliseconds: cpu, wallMilliseconds: wall, references } = longest
  table.push({ input, status: result.status, cpu, wall, references, seconds: (performance.now() - began) / 1000 })
  assert.ok(statuses.includes(result.status), `${result.status}: ${result.start}`)
  assert.ok(references < stallLimit, `the event loop stood still for ${cpu} ms, ${references} references`)
}

// Each input is sent once: a repeat changes nothing on the server, so its time would hide a stall of the first call.
for (const [input, [statuses, call]] of Object.entries(cases)) {
  test(`the event loop does not stall on ${input}`, () => watch(input, statuses, () => called(...call)))
}

test('the event loop does not stall on files that are read for knowledge', async (t) => {
  const work = createBackgroundWork(services)
  await work.prepare()
  await work.start()
  for (const [input, body] of Object.entries(files)) {
    await t.test(input, () => watch(input, [201], () => readFile(body)))
  }
  await work.stop({ withinMilliseconds: 5_000 })
})

test('the event loop does not stall on knowledge that is indexed in memory, or on searches in it', async (t) => {
  const { pool, db } = server.database
  await pool.query(
    `insert into knowledge_entries (agent_key, kind, id, title, text, phrases, words)
     select agent_key, 'thing', 'indexed-' || n, 'Thing', repeat('walrus ', 100), array['walrus ' || n],
            to_tsvector('english', (select string_agg('walrus' || (n * m) % 40000, ' ') from generate_series(1, 80) as m))
       from agents, generate_series(1, 9000) as n where id = $1`,
    [agent.id],
  )
  const { rows } = await pool.query('select agent_key as key, version from agents where id = $1', [agent.id])
  const key: AgentKey = { ...rows[0], id: agent.id, orgId: agent.orgId }
  const memory = { indexes: createIndexCache({ db }), lexemes: createLexemeCache() }
  await t.test('building', () =>
    watch('knowledge: building the largest index', [200], async () => {
      memory.indexes.find(key)
      await memory.indexes.whenIdle()
      return { status: 200, start: '', bytes: 0 }
    }),
  )
  assert.ok(memory.indexes.find(key))
  await t.test('searching', () =>
    watch('knowledge: searches in the largest index', [200], async () => {
      const q = Array.from({ length: 24 }, (_, n) => `walrus${n} wlarus`).join(' ')
      for (let times = 0; times < 10; times++) await searchKnowledge(db, key, { q, limit: 50 }, memory)
      return { status: 200, start: '', bytes: 0 }
    }),
  )
})

async function readFile(body: HeavyCall['body']): Promise<HeavyCallResult> {
  const answer = await called(...api({ path: '/knowledge/sources', body }))
  const id = /"id":"(src_\w+)"/.exec(answer.start)?.[1]
  if (!id) return answer
  for (;;) {
    const { start } = await called(...api({ method: 'GET', path: `/knowledge/sources/${id}` }))
    if (!start.includes('"status":"pending"')) return answer
    await setTimeout(100)
  }
}
