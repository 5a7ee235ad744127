import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { type SuiteTotals, writeJsonReport, writeJunitReport } from './report.ts'
import type { TestResultResponse, TestRunResponse } from './serializer.ts'

/** A run as a file, in JSON and JUnit XML. */

const at = '2030-01-31T09:00:00.000Z'
const run = { id: 'run_1', createdAt: at, startedAt: at } as TestRunResponse

const result = (over: Partial<TestResultResponse>): TestResultResponse => ({
  id: 'res_1',
  runId: 'run_1',
  suiteId: 'desk',
  caseId: 'case_1',
  caseTitle: 'Says hello',
  sample: 1,
  caseSnapshot: { title: 'Says hello', turns: ['Hello'] },
  state: 'passed',
  createdAt: at,
  updatedAt: at,
  startedAt: at,
  finishedAt: '2030-01-31T09:00:01.500Z',
  ...over,
})

async function* paged(results: readonly TestResultResponse[], size: number) {
  for (let from = 0; from < results.length; from += size) yield results.slice(from, from + size)
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

const sums = { tests: 1, failures: 0, errors: 0, skipped: 0, seconds: 1.5 }

/** The output must not depend on how many results are read at a time. */
async function xmlOf(results: readonly TestResultResponse[], suites: SuiteTotals[] = []): Promise<string> {
  const reported = { run, suites, names: new Map([['other', 'The others']]) }
  const [first, ...others] = await Promise.all(
    [1, 2, 50].map((size) => textOf(writeJunitReport(reported, paged(results, size)))),
  )
  for (const other of others) assert.equal(other, first)
  return first ?? ''
}

type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string }

/** Parses the subset of XML that reports use, and throws if it is not well-formed. */
function parse(xml: string): Element {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
  assert.ok(xml.startsWith(head))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it rejects them
  assert.doesNotMatch(xml, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
  assert.ok(xml.isWellFormed())
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const token = /<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<]+)/gy
  const body = xml.slice(head.length)
  while (token.lastIndex < body.length) {
    const from = token.lastIndex
    const [, close, name = '', attributes = '', empty, text] =
      token.exec(body) ?? assert.fail(body.slice(from, from + 80))
    const inside = open.at(-1) ?? assert.fail('closed too often')
    if (text !== undefined) inside.text += unescaped(text)
    else if (close) assert.equal(open.pop()?.name, name)
    else {
      const pairs = [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [
        key,
        unescaped(value ?? ''),
      ])
      assert.equal(new Set(pairs.map(([key]) => key)).size, pairs.length)
      const element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' }
      inside.children.push(element)
      if (!empty) open.push(element)
    }
  }
  assert.equal(open.length, 1)
  return root.children[0] ?? assert.fail('no element')
}

function unescaped(text: string): string {
  const known: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#13': '\r', '#10': '\n', '#9': '\t' }
  assert.doesNotMatch(text, /&(?!(?:amp|lt|gt|quot|#13|#10|#9);)/)
  return text.replace(/&([^;]+);/g, (_, name) => known[name] ?? '')
}

test('the report has one suite per suite and one case per sample, with counts and times', async () => {
  const results = [
    result({ caseKey: 'hello' }),
    result({ caseKey: 'hello', sample: 2, state: 'failed' }),
    result({ suiteId: 'other', state: 'errored' }),
    result({ suiteId: 'other', state: 'skipped', startedAt: undefined, finishedAt: undefined }),
    result({ suiteId: 'other', state: 'cancelled' }),
    result({ suiteId: 'other', state: 'pending' }),
  ]
  const whole = parse(
    await xmlOf(results, [
      { ...sums, suiteId: 'desk', tests: 2, failures: 1, seconds: 3 },
      { ...sums, suiteId: 'other', tests: 4, errors: 1, skipped: 3, seconds: 4.5 },
    ]),
  )
  assert.deepEqual(whole.attributes, {
    ...{ name: 'Test run run_1', tests: '6', failures: '1', errors: '1', skipped: '3', time: '7.500' },
  })
  assert.deepEqual(
    whole.children.map(({ name, attributes }) => [name, attributes.name, attributes.tests, attributes.timestamp]),
    [
      ['testsuite', 'desk', '2', '2030-01-31T09:00:00'],
      ['testsuite', 'The others', '4', '2030-01-31T09:00:00'],
    ],
  )
  assert.deepEqual(
    whole.children[0]?.children.map(({ attributes }) => attributes),
    [
      { name: 'hello: Says hello', classname: 'desk.hello', time: '1.500' },
      { name: 'hello: Says hello (sample 2)', classname: 'desk.hello', time: '1.500' },
    ],
  )
  assert.deepEqual(
    whole.children[1]?.children.map(({ children }) => children[0]?.name),
    ['error', 'skipped', 'skipped', 'skipped'],
  )
})

test('a failure contains the failed checks, the unmet criteria and the transcript', async () => {
  const failed = result({
    state: 'failed',
    checks: [
      { key: 'finalReplyNonEmpty', pass: true, detail: 'There.' },
      { key: 'textIncludes:<nine>', pass: false, detail: 'Never said “nine”.' },
    ],
    judge: {
      criteria: [{ id: 'kind', pass: false, reason: 'It is rude.', evidence: 'Go away & stay there.' }],
      ...{ summary: '', worstTurn: 1, model: 'embedded', promptVersion: '1' },
    },
    transcript: [
      { role: 'user', text: 'Hello' },
      { role: 'agent', text: 'Go away & stay there.' },
    ],
  })
  const [failure, output] = parse(await xmlOf([failed])).children[0]?.children[0]?.children ?? []
  assert.equal(failure?.attributes.message, 'textIncludes:<nine>: Never said “nine”. (and 1 more)')
  assert.equal(
    failure?.text,
    'textIncludes:<nine>: Never said “nine”.\njudge:kind: It is rude. The agent said: Go away & stay there.',
  )
  assert.equal(output?.text, 'user: Hello\nagent: Go away & stay there.')
})

test('an error states the stage at which no verdict was reached', async () => {
  const error = { stage: 'budget' as const, message: 'Costs more than 8 units' }
  const whole = parse(await xmlOf([result({ state: 'errored', error })]))
  const [element] = whole.children[0]?.children[0]?.children ?? []
  assert.deepEqual([element?.name, element?.attributes], ['error', { type: 'budget', message: error.message }])
})

test('a run without results is a report without suites', async () => {
  assert.deepEqual(parse(await xmlOf([])).children, [])
})

test('the JSON is one document, however many results are read at a time', async () => {
  const results = [result({ id: 'res_1' }), result({ id: 'res_2', caseTitle: '}\n],"' }), result({ id: 'res_3' })]
  for (const some of [results, []]) {
    const whole = JSON.stringify({ run, results: some }, undefined, 2)
    for (const size of [1, 2, 3]) assert.equal(await textOf(writeJsonReport({ run }, paged(some, size))), whole)
  }
})

test('the report can be parsed, whatever the conversation contains', async () => {
  const words = fc.string({
    unit: fc.constantFrom('&', '<', '"', ']]>', '\u0000', '\ud800', '\uffff', '\r', '\n', '🚢', 'a'),
  })
  await fc.assert(
    fc.asyncProperty(words, words, words, async (caseTitle, detail, text) => {
      const checks = [{ key: 'textIncludes:x', pass: false, detail }]
      const odd = result({ state: 'failed', caseTitle, checks, transcript: [{ role: 'agent', text }] })
      const testcase = parse(await xmlOf([odd])).children[0]?.children[0]
      const held = (value: string) => value.toWellFormed().replaceAll('\0', '\ufffd').replaceAll('\uffff', '\ufffd')
      assert.equal(testcase?.attributes.name, held(caseTitle))
      assert.equal(testcase?.children[1]?.text, `agent: ${held(text)}`)
    }),
  )
})
