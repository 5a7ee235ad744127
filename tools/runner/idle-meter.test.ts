import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIdleMeter } from './idle-meter.ts'

/** Whether the runner may start one more file. */

function createMeter(times: readonly (readonly [busy: number, idle: number, stolen: number])[], cores = 2) {
  const left = [...times]
  const read = () => {
    const [busy, idle, stolen] = left.shift() ?? [0, 0, 0]
    return { busy, idle, stolen }
  }
  return createIdleMeter(read, cores)
}

test('a core is idle if the others were enough since the last call', () => {
  const isIdle = createMeter([
    [0, 0, 0],
    [50, 50, 0],
    [149, 51, 0],
    [200, 100, 0],
  ])
  assert.deepEqual([isIdle(), isIdle(), isIdle()], [true, false, true])
})

test('time that the host took is not idle', () => {
  const isIdle = createMeter([
    [0, 0, 0],
    [10, 30, 60],
  ])
  assert.equal(isIdle(), false)
})

test('a quarter of eight cores is more than one', () => {
  const isIdle = createMeter(
    [
      [0, 0, 0],
      [75, 25, 0],
    ],
    8,
  )
  assert.equal(isIdle(), true)
})

test('no core is idle where that cannot be read, or if no time has passed', () => {
  assert.equal(createIdleMeter(() => undefined)(), false)
  assert.equal(createMeter([])(), false)
})
