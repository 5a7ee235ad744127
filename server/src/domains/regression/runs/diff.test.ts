import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import type { ReplyBody } from '../../../testing/client.ts'
import { createRegressionBench, modelOnlyAgent } from '../../../testing/regression-bench.ts'
import { compareVerdicts, resolveVerdicts } from './complete.ts'

/** Comparing a completed run with another one. */

const caseIds = ['a', 'b', 'c', 'd']
const rows = fc.array(
  fc.record({
    caseId: fc.constantFrom(...caseIds),
    state: fc.constantFrom('passed', 'failed', 'errored', 'skipped', 'cancelled'),
  }),
  { maxLength: 12 },
)

test('a case passes if all its samples pass, fails if one fails, and is undecided otherwise', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const verdicts = resolveVerdicts(all)
      for (const caseId of caseIds) {
        const states = all.filter((row) => row.caseId === caseId).map(({ state }) => state)
        const hasFailed = states.includes('failed')
        const hasPassed = states.length > 0 && states.every((state) => state === 'passed')
        assert.equal(verdicts.get(caseId), hasFailed ? 'failed' : hasPassed ? 'passed' : undefined)
      }
    }),
  )
})

test('each failing case is new or still failing, each newly passing case failed before, and nothing else is reported', () => {
  fc.assert(
    fc.property(rows, rows, (one, other) => {
      const [now, before] = [resolveVerdicts(one), resolveVerdicts(other)]
      const diff = compareVerdicts(now, { runId: 'run', verdicts: before })
      const of = (verdicts: typeof now, verdict: string) => caseIds.filter((id) => verdicts.get(id) === verdict)
      assert.deepEqual([...diff.newlyFailing, ...diff.stillFailing].sort(), of(now, 'failed'))
      assert.deepEqual(
        diff.stillFailing.toSorted(),
        of(now, 'failed').filter((id) => before.get(id) === 'failed'),
      )
      assert.deepEqual(
        diff.newlyPassing.toSorted(),
        of(now, 'passed').filter((id) => before.get(id) === 'failed'),
      )
      const same = compareVerdicts(now, { runId: 'run', verdicts: now })
      assert.deepEqual([same.newlyFailing, same.newlyPassing], [[], []])
    }),
  )
})

const bench = await createRegressionBench()
const { play, world } = bench

test('a run is compared with the previous run that decided any of its cases, or with the last pinned one', async () => {
  const agent = await bench.agent(modelOnlyAgent)
  const suite = await agent.suite()
  const paint = await agent.case(suite, { expect: { checks: { textIncludes: ['paint'] } } })
  const wood = await agent.case(suite, { expect: { checks: { textIncludes: ['wood'] } } })
  const other = await agent.suite()
  await agent.case(other, { turns: ['Hello', { chip: 'None' }] })
  await agent.case(other, { title: 'Sound' })
  const runOf = async (answer: string, wish: object = { suiteIds: [suite] }): Promise<ReplyBody> => {
    world.advance(1000)
    play(answer)
    return (await agent.runAndWait(wish)).run
  }
  const summarizeDiff = ({ diff }: ReplyBody) =>
    diff && [diff.against, diff.newlyFailing, diff.newlyPassing, diff.stillFailing]
  const first = await runOf('paint')
  assert.equal(first.diff, undefined, 'there is nothing to compare it with')
  const second = await runOf('paint')
  assert.deepEqual(summarizeDiff(second), [first.id, [], [], [wood]])
  const elsewhere = await runOf('paint', { suiteIds: [other] })
  assert.equal(elsewhere.diff, undefined, 'they have no case in common')
  const third = await runOf('wood')
  assert.deepEqual(summarizeDiff(third), [second.id, [paint], [wood], []])
  const partly = await runOf('paint', { caseIds: [paint] })
  assert.deepEqual(summarizeDiff(partly), [third.id, [], [paint], []])

  await agent.applyCommand(first.id, 'pin')
  const fourth = await runOf('wood')
  assert.deepEqual(summarizeDiff(fourth), [first.id, [paint], [wood], []])
  assert.deepEqual(summarizeDiff(await runOf('wood')), [first.id, [paint], [wood], []], 'it stays pinned')
  world.advance(1000)
  await agent.applyCommand(third.id, 'pin')
  assert.deepEqual(summarizeDiff(await runOf('wood')), [third.id, [], [], [paint]])
  world.advance(1000)
  await agent.applyCommand(first.id, 'pin')
  assert.equal((await runOf('paint')).diff.against, first.id, 'pinned again')
  await agent.applyCommand(first.id, 'unpin')
  assert.equal((await runOf('paint')).diff.against, third.id)
  await agent.applyCommand(third.id, 'unpin')
  const last = await runOf('wood')
  assert.deepEqual(await agent.readRun(second.id), second, 'what was told stays')
  const { data } = (await agent.get('/tests/runs?limit=2')).body
  assert.deepEqual([data[0].id, data[0].diff.against], [last.id, data[1].id])
  await agent.applyCommand(elsewhere.id, 'pin')
  assert.equal((await runOf('wood')).diff.against, last.id, 'the pinned one has none of these cases')
})
