import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { judgeNewcomers } from './judge/newcomers.ts'
import { runNewcomers } from './newcomers.ts'

const options = { perSecond: 50, seconds: 0.2, maxWaitMilliseconds: 60_000 }

/** Waits of 100 new people per second if the process starts to answer after the given delay. */
const simulateStall = (milliseconds: number) =>
  Array.from({ length: 500 }, (_, index) => Math.max(0, milliseconds - index * 10) + 20)

test('first seconds in which no person waits longer than the bound are prompt', () => {
  const verdict = judgeNewcomers({ first: simulateStall(600), warm: simulateStall(0), failures: [] }, 1_000)
  assert.deepEqual(verdict, { verdict: 'prompt', longest: 620, median: 20, warmMedian: 20, failures: [] })
})

test('the check finds one stall, although half of the people wait no longer than later ones', () => {
  const { verdict, median, warmMedian } = judgeNewcomers(
    { first: simulateStall(1_680), warm: simulateStall(0), failures: [] },
    1_000,
  )
  assert.deepEqual([verdict, median], ['slow', warmMedian])
})

test('the check finds a queue that grows because each person takes too long', () => {
  const first = Array.from({ length: 500 }, (_, index) => 20 + index * 4)
  assert.equal(judgeNewcomers({ first, warm: simulateStall(0), failures: [] }, 1_000).verdict, 'slow')
})

test('a message without an answer is not prompt', () => {
  const verdict = judgeNewcomers({ first: [20], warm: [20], failures: ['no result within 60 s'] }, 1_000)
  assert.equal(verdict.verdict, 'slow')
})

test('as many people write in the first seconds as after them, each a new person', async () => {
  const writers: number[] = []
  const { verdict } = await runNewcomers(async (index) => writers.push(index), options)
  assert.equal(verdict, 'prompt')
  assert.deepEqual(
    writers,
    Array.from({ length: 20 }, (_, index) => index),
  )
})

test('the check finds a process that is cold for its first people', async () => {
  let warmAt: number | undefined
  const startCold = () => {
    warmAt ??= performance.now() + 500
    return sleep(Math.max(0, warmAt - performance.now()))
  }
  const { verdict, longest } = await runNewcomers(startCold, { ...options, maxWaitMilliseconds: 100 })
  assert.equal(verdict, 'slow', `the longest wait was ${longest} ms`)
})

test('the check reports a refused message', async () => {
  const { verdict, failures } = await runNewcomers((index) => {
    return index === 3 ? Promise.reject(new Error('answered 503')) : Promise.resolve()
  }, options)
  assert.deepEqual([verdict, failures], ['slow', ['Error: answered 503']])
})
