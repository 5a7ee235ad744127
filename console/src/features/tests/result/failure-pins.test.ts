import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locateFailures, type ResultTranscriptLine } from './result-transcript.ts'

const transcript: ResultTranscriptLine[] = [
  { role: 'agent', text: 'Hello, I am the desk.' },
  { role: 'user', text: 'A discount?', turnIndex: 0, via: 'text' },
  { role: 'agent', text: 'We never  give\na Discount.', turnIndex: 0 },
  { role: 'system', text: 'optOut', turnIndex: 1, directive: { system: 'optOut' }, via: 'system' },
  { role: 'agent', text: 'Goodbye.', turnIndex: 2 },
]
const turnOf = (result: Parameters<typeof locateFailures>[0]) =>
  locateFailures({ transcript, ...result }).map(({ turn }) => turn)
const failed = (key: string, detail = '') => ({ checks: [{ key, pass: false, detail }] })

test('a failure is pinned to the turn that it is about', () => {
  assert.deepEqual(turnOf(failed('textExcludes:a discount')), [0])
  assert.deepEqual(turnOf(failed('noReplyTo:optOut')), [1])
  assert.deepEqual(turnOf(failed('replyCount', 'Turn: there were 3 messages in turn 2')), [1])
})

test('a failure about the whole case is pinned to the end, whatever turn its text quotes', () => {
  assert.deepEqual(turnOf(failed('textIncludes:Sundays', 'It said “turn 1”.')), [2])
  assert.deepEqual(turnOf(failed('activePlaybookAtEnd')), [2])
})

test('a criterion is pinned to the turn of its evidence, else to the worst turn', () => {
  const judged = (evidence: string) => ({
    judge: {
      criteria: [
        { id: 'kind', pass: false, reason: 'It is not.', evidence },
        { id: 'brief', pass: true, reason: 'It is.', evidence: '' },
      ],
      ...{ summary: '', worstTurn: 2, model: 'm', promptVersion: '1' },
    },
  })
  assert.deepEqual(turnOf(judged('never give a discount')), [0])
  assert.deepEqual(turnOf(judged('')), [1])
})

test('passed checks are not pinned, and an error is pinned to the last turn', () => {
  assert.deepEqual(locateFailures({ transcript, checks: [{ key: 'pickerShown', pass: true, detail: '' }] }), [])
  const [pin] = locateFailures({ transcript, error: { stage: 'turn', message: 'Nothing to tap' } })
  assert.deepEqual([pin?.kind, pin?.name, pin?.turn], ['error', 'turn', 2])
  assert.deepEqual(locateFailures({ error: { stage: 'scenario', message: 'Gone' } })[0]?.turn, undefined)
})
