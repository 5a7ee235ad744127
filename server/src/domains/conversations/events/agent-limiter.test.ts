import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgentLimiter } from './worker.ts'

const start = new Date('2030-01-31T09:00:00Z')
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds)
type Turns = ReturnType<typeof createAgentLimiter>

/** Acquires turns until one must wait. */
function take(turns: Turns, agentKey: number, now = start) {
  const slots = []
  for (let turn = turns(agentKey, now); 'release' in turn; turn = turns(agentKey, now)) slots.push(turn)
  return slots
}

test('each agent has a limited number of concurrent events and takes no slots from other agents', () => {
  const turns = createAgentLimiter(600)
  const [busy, other] = [take(turns, 1), take(turns, 2)]
  assert.deepEqual([busy.length, other.length], [64, 64])
  busy[0]!.release({ failed: false, now: after(100) })
  assert.ok('release' in turns(1, after(100)))
  assert.ok('retryAt' in turns(1, after(100)))
})

test('a failing agent has few slots until it answers again', () => {
  const turns = createAgentLimiter(600)
  for (const turn of take(turns, 1)) turn.release({ failed: true, now: after(30_000) })
  const few = take(turns, 1, after(30_000))
  assert.equal(few.length, 8)
  few[0]!.release({ failed: false, now: after(30_100) })
  assert.equal(take(turns, 1, after(30_100)).length, 64 - 7)
})

test('agents that never answer leave slots for the others', () => {
  const turns = createAgentLimiter(600)
  const silent = Array.from({ length: 20 }, (_, agentKey) => take(turns, agentKey).length)
  assert.deepEqual([silent[0], silent.at(-1)], [64, 16])
  assert.ok(silent.reduce((sum, one) => sum + one, 0) <= 600 - 16)
  assert.equal(take(turns, 20).length, 16)
})

test('waiting events return spread out, sooner the faster the agent answers, and within 30 seconds', () => {
  const spread = (answerMilliseconds: number) => {
    const turns = createAgentLimiter(600)
    for (let round = 0; round < 10; round++) {
      for (const turn of take(turns, 1)) turn.release({ failed: false, now: after(answerMilliseconds) })
      turns(1, start)
    }
    take(turns, 1)
    const waits = Array.from({ length: 1000 }, () => turns(1, start))
    return waits.map((turn) => ('retryAt' in turn ? turn.retryAt.getTime() - start.getTime() : Number.NaN))
  }
  const [quick, slow] = [spread(10), spread(20_000)]
  for (const waits of [quick, slow]) assert.ok(waits.every((wait) => wait > 0 && wait <= 30_001))
  assert.ok(Math.max(...quick) < 2000, `${Math.max(...quick)} ms`)
  assert.ok(new Set(slow).size > 90, 'not all at once')
})
