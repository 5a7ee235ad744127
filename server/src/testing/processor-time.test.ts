import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { parseTimes, readFamilySeconds } from './processor-time.ts'

test('the times of a process are read behind its name, whatever it is called', () => {
  const stat = '42 (a (odd) name) S 7 42 42 0 -1 4194560 1 2 3 4 150 50 20 10 20 0 1 0 99'
  assert.deepEqual(parseTimes(42, stat), { pid: 42, parent: 7, own: 200, endedChildren: 30 })
})

test('the time of a process includes its children, running and ended', {
  skip: !existsSync('/proc/self/stat') && 'there is no /proc',
}, async () => {
  const burn = (seconds: number) =>
    `const { cpuUsage } = process; while (cpuUsage().user < ${seconds * 1e6}) for (let i = 0; i < 1e6; i++);`
  const program = `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(burn(0.3))}])
require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`${burn(0.3)} console.log('burnt'); setInterval(() => {}, 1000)`)}], { stdio: 'inherit' })`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  try {
    await once(child.stdout, 'data')
    const seconds = readFamilySeconds(child.pid as number)
    assert.ok(seconds !== undefined && seconds >= 0.6, `${seconds} s`)
  } finally {
    process.kill(-(child.pid as number), 'SIGKILL')
  }
})

test('a process that does not exist has no time', () => assert.equal(readFamilySeconds(2 ** 30), undefined))
