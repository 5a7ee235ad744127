import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  excerptOfAnswer,
  fillDays,
  formatOutcomesAsCsv,
  formatQuestionsAsCsv,
  formatTopicsAsCsv,
} from './improve-data.ts'
import { computeInsightWindow, listUtcDays, readQuestionsSearch, readSessionsSearch } from './improve-search.ts'

const row = {
  ...{ key: '2030-01-30', sessions: 4, contained: 3, questions: 6, unanswered: 1, handedOver: 0, goalsReached: 2 },
  ...{ errors: 0, medianTurns: 2.5, cost: { amount: 0.5, currency: 'USD' } },
}

test('a window has whole UTC days including today', () => {
  const window = computeInsightWindow('7', Date.parse('2030-01-31T15:00:00Z'))
  assert.deepEqual(window, { start: '2030-01-25T00:00:00.000Z', end: '2030-02-01T00:00:00.000Z' })
  assert.deepEqual(listUtcDays(window).at(-1), '2030-01-31')
  assert.equal(listUtcDays(window).length, 7)
})

test('days without sessions have empty bars', () => {
  const days = fillDays([row], { start: '2030-01-29T00:00:00Z', end: '2030-02-01T00:00:00Z' })
  assert.deepEqual(
    days.map(({ key, sessions }) => [key, sessions]),
    [
      ['2030-01-29', 0],
      ['2030-01-30', 4],
      ['2030-01-31', 0],
    ],
  )
})

test('a URL that does not fit is read as no filter', () => {
  assert.deepEqual(readQuestionsSearch({ state: 'lost', question: 'qst_1' }), { question: 'qst_1' })
  assert.deepEqual(readSessionsSearch({ start: 'yesterday', by: 'moon', key: 'x', outcome: 'goal' }), {
    outcome: 'goal',
  })
  assert.deepEqual(readSessionsSearch({ by: 'version', key: 7 }), { by: 'version', key: '7' })
})

test('exports have a row each, and no cell is a formula', async () => {
  assert.equal(
    await formatOutcomesAsCsv('day', [row]),
    'day,sessions,contained,questions,unanswered,handedOver,goalsReached,errors,medianTurns,cost,currency\r\n' +
      '2030-01-30,4,3,6,1,0,2,0,2.5,0.5,USD',
  )
  const topic = {
    id: 'qst_1',
    label: '=1+1',
    count: 1,
    share: 1,
    sessions: 1,
    contained: 1,
    goalRate: 0,
    handedOver: 0,
  }
  assert.match(await formatTopicsAsCsv([{ ...topic, examples: [] }]), /\r\n"?'=1\+1/)
})

test('unanswered questions are exported with their counts, state and suggestion', async () => {
  const times = { firstAt: '2030-01-30T09:00:00.000Z', lastAt: '2030-01-31T09:00:00.000Z' }
  const asked = { id: 'qst_1', question: '@SUM(1)?', count: 3, people: 2, ...times, examples: [] }
  const source = { kind: 'source', id: 'src_1' } as const
  const suggestion = { question: '@SUM(1)?', answer: 'In the shop, on pier four.', source }
  const answered = { state: 'answered', answeredAt: '2030-02-01T09:00:00.000Z', factId: 'paint' } as const
  const csv = await formatQuestionsAsCsv([
    { ...asked, state: 'open', suggestion },
    { ...asked, question: 'Paint?', ...answered },
  ])
  const [head, open, closed] = csv.split('\r\n')
  assert.equal(head, 'question,count,people,firstAt,lastAt,state,answeredAt,factId,draftId,suggestion')
  assert.match(String(open), /^"?'@SUM\(1\)\?"?,3,2,.*,open,,,,"In the shop, on pier four\."$/)
  assert.match(String(closed), /^Paint\?,3,2,.*,answered,2030-02-01T09:00:00\.000Z,paint,,$/)
})

test('the check of a test is the first sentence of the answer', () => {
  assert.equal(excerptOfAnswer(' Yes, on pier four. Ask for Ada.\nBye'), 'Yes, on pier four.')
  assert.equal(excerptOfAnswer('x'.repeat(200)).length, 80)
})
