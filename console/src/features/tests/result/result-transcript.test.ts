import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestResult } from '../shared/test-data.ts'
import { buildPinnedBubbles, formatResult } from './result-transcript.ts'

const result: TestResult = {
  ...{ id: 'res_1', runId: 'run_1', suiteId: 'suite_1', caseId: 'case_1', caseTitle: 'Hours', sample: 1 },
  ...{ createdAt: '', updatedAt: '', state: 'failed' },
  caseSnapshot: { title: 'Hours', turns: ['Hello', 'Bye'] },
  transcript: [
    { role: 'user', text: 'Hello', turnIndex: 0, via: 'text' },
    {
      ...{ role: 'agent', text: 'A discount?', turnIndex: 0 },
      rendered: [{ text: 'A discount?', chips: [{ label: 'Yes', kind: 'reply', tap: 0 }] }],
    },
    { role: 'user', text: 'Bye', turnIndex: 1, via: 'text' },
  ],
  checks: [
    { key: 'textExcludes:discount', pass: false, detail: 'It said “discount”.' },
    { key: 'finalReplyNonEmpty', pass: false, detail: 'There is no reply.' },
  ],
}

test('a failure appears after the turn that it is about', () => {
  const bubbles = buildPinnedBubbles(result).map(({ from, plain }) => `${from}: ${plain}`)
  assert.deepEqual(bubbles, [
    'person: Hello',
    'agent: A discount?',
    'note: Check failed: The agent never says: discount. It said “discount”.',
    'person: Bye',
    'note: Check failed: The last reply has text. There is no reply.',
  ])
})

test('the transcript shows every rendered message and every missing one', () => {
  const odd = { ...result, checks: [], transcript: [{ role: 'agent' as const, text: 'Hi', rendered: [null, 7, 'x'] }] }
  assert.deepEqual(
    buildPinnedBubbles(odd).map(({ plain }) => plain),
    ['Hi'],
  )
  assert.deepEqual(buildPinnedBubbles({ ...result, transcript: undefined }), [])
})

test('two results can be compared line by line', () => {
  const lines = formatResult(result).split('\n')
  assert.deepEqual(lines.slice(0, 4), ['Person: Hello', 'Agent: A discount?', '  [Yes]', 'Person: Bye'])
  assert.ok(lines.includes('- The last reply has text: There is no reply.'))
})
