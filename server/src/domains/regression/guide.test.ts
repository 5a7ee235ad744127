import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { emulatedChannels } from '@parley/amf'
import { CaseDocument, partKinds } from '@parley/testcase'
import { problems } from '../../platform/http/problem-codes.ts'
import type { TestReply } from '../../testing/client.ts'
import { type CodeBlock, type GuideRequest, openGuide, parseGuideRequest, runGuide } from '../../testing/guide.ts'
import { createRegressionBench, type RegressionAgent } from '../../testing/regression-bench.ts'
import { resultStates } from './runs/run.ts'

/** Checks docs/tests.md: makes its requests in order and compares the responses. */

const bench = await createRegressionBench()
const root = new URL('../../../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const guide = openGuide('tests')

type Reading = { agent: RegressionAgent; ids: Record<string, string> }

async function call(reading: Reading, { method, path, body }: GuideRequest): Promise<TestReply> {
  if (method === 'GET') await playedOut(reading)
  const { client, path: agent } = reading.agent
  const by = path.startsWith('/system') ? bench.server.system : client
  return by.call(method, path.replace(/^A/, agent).replace('/orgs/demo/', `/orgs/${reading.agent.orgId}/`), body)
}

/** Waits for the end of the run before reading it. */
async function playedOut({ agent, ids }: Reading): Promise<void> {
  if (ids.runId) await agent.waitForRun(ids.runId)
}

/** The stream of a completed run ends by itself. */
async function listen(block: CodeBlock, { agent, ids }: Reading): Promise<void> {
  const { path, isStream } = parseGuideRequest(block, ids) ?? assert.fail(block.text)
  assert.ok(isStream)
  const reply = await agent.get(path.replace(/^A/, ''))
  assert.match(reply.text, /^event: progress\ndata: \{"id":"run_.*"status":"completed".*\}\n\n$/)
}

test('the requests in the guide work as documented', async () => {
  const agent = await bench.agent({})
  const reading: Reading = { agent, ids: {} }
  const blocks = guide.blocks('sh', 'json')
  assert.ok(blocks.length > 40)
  await runGuide(blocks, {
    ids: reading.ids,
    call: (request) => call(reading, request),
    handlers: { sh: (block) => listen(block, reading) },
  })
})

/** The names in the first column of the first table. */
const firstCells = (text: string, words = /`([\w.<>-]+)`/g): string[] => {
  const [table = ''] = /(?:^\|.*\n)+/m.exec(text) ?? []
  return [...table.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(words)].map(([, word = '']) => word),
  )
}

test('the guide lists every field, check and state in their order, and no other', () => {
  const { checks } = CaseDocument.shape.expect.unwrap().shape
  assert.deepEqual(firstCells(guide.section('The case document')), Object.keys(CaseDocument.shape))
  assert.deepEqual(firstCells(guide.section('Scenario')), Object.keys(CaseDocument.shape.scenario.unwrap().shape))
  assert.deepEqual(firstCells(guide.section('Checks')), Object.keys(checks.unwrap().shape))
  assert.deepEqual(firstCells(guide.section('Reading a failure')), [...resultStates])
  for (const kind of partKinds) assert.ok(guide.section('Checks').includes(`\`${kind}\``), kind)
  for (const channel of emulatedChannels) assert.ok(guide.section('Suites').includes(`\`${channel}\``), channel)
})

/** The codes in the linter's source; schema errors count as one family. */
function codesInSource(): string[] {
  const folders = ['lint', 'read'].map((name) => `packages/testcase/src/${name}/`)
  const files = folders.flatMap((folder) =>
    readdirSync(new URL(folder, root)).flatMap((name) => (name.endsWith('.test.ts') ? [] : [folder + name])),
  )
  const named = files.flatMap((file) => [...read(file).matchAll(/'(case\.[\w.-]+)'/g)].map(([, code = '']) => code))
  return [...new Set(named)].filter((code) => !code.startsWith('case.schema.'))
}

test('the guide lists every lint code, and no other', () => {
  const [family, ...documented] = firstCells(guide.section('Lint'), /`(case\.[\w.<>-]+)`/g)
  assert.equal(family, 'case.schema.<keyword>')
  assert.deepEqual(documented.toSorted(), codesInSource().sort())
})

test('the refusals in the guide have the statuses of the catalog', () => {
  const documented = [...guide.section('Refusals').matchAll(/^\| (\d+) \| `([\w.]+)` \|/gm)]
  assert.equal(documented.length, 8)
  for (const [, status, code] of documented) {
    const statuses: readonly number[] = problems[code as keyof typeof problems]?.statuses ?? []
    assert.ok(statuses.includes(Number(status)), `${code} ${status}`)
  }
})
