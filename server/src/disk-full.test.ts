import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { skipForMissing } from './platform/db/embedded/embedded.testing.ts'
import { maskSecrets } from './testing/mask-secrets.ts'
import { callParley, type ParleyProcess, spawnParleyProcess } from './testing/process.ts'

/** A full disk is reported, stops no process, loses nothing that was acknowledged, and recovers when space is freed. */

const megabytes = 400

function smallDisk(t: TestContext): string | undefined {
  const disk = mkdtempSync(join(tmpdir(), 'parley-small-disk-'))
  const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk])
  if (mounted.status !== 0) {
    rmSync(disk, { recursive: true })
    skipForMissing(t, 'a small disk can be mounted by root only')
    return undefined
  }
  after(() => {
    spawnSync('/bin/umount', ['--lazy', disk])
    rmSync(disk, { recursive: true, force: true })
  })
  return disk
}

function fill(file: string): void {
  const handle = openSync(file, 'w')
  for (let size = 1 << 20; size >= 1; ) {
    try {
      writeSync(handle, Buffer.alloc(size, 1))
    } catch {
      size >>= 1
    }
  }
  closeSync(handle)
}

async function readiness({ origin }: ParleyProcess): Promise<string> {
  const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
  return answer ? `${answer.status} ${await answer.text()}` : 'nothing'
}

async function says(parley: ParleyProcess, expected: RegExp): Promise<void> {
  let report = ''
  for (let left = 1_200; left > 0; left--) {
    assert.equal(parley.child.exitCode, null, maskSecrets(parley.output()))
    report = await readiness(parley)
    if (expected.test(report)) return
    await sleep(50)
  }
  assert.fail(`/readyz says ${report}`)
}

test('with a full disk /readyz says so, the log drops lines, the process keeps running, and everything recovers', async (t) => {
  const disk = smallDisk(t)
  if (!disk) return
  const [log, ballast, DATA_DIR] = [join(disk, 'parley.log'), join(disk, 'ballast'), join(disk, 'data')]
  mkdirSync(DATA_DIR)
  const stdout = openSync(log, 'a')
  const parley = await spawnParleyProcess({ DATA_DIR, DEMO: 'off', LOG_LEVEL: 'info' }, { stdout })
  closeSync(stdout)
  await says(parley, /^200/)
  const api = { origin: parley.origin, token: parley.credentials().apiKey }
  const make = (name: string) => callParley(api, 'POST', '/orgs/demo/agents', { name })
  const before = await make('Before')
  assert.equal(before.status, 201)

  fill(ballast)
  await says(parley, /^503 .*the disk of the database is full/)
  const answers = await Promise.all(Array.from({ length: 300 }, () => callParley(api, 'GET', '/me')))
  for (const { status } of answers) assert.ok([200, 503].includes(status), String(status))
  const during = await make('During')
  assert.ok([201, 503].includes(during.status), String(during.status))
  assert.equal((await fetch(`${parley.origin}/healthz`)).status, 200)
  const metrics = await (await fetch(`${parley.origin}/metrics`)).text()
  assert.match(metrics, /^parley_log_lines_lost_total [1-9]/m)

  rmSync(ballast)
  await says(parley, /^200/)
  assert.equal((await make('After')).status, 201)
  const acknowledged = [before, during].filter(({ status }) => status === 201).map(({ body }) => body.id)
  for (const id of acknowledged) assert.equal((await callParley(api, 'GET', `/orgs/demo/agents/${id}`)).status, 200)
  assert.match(readFileSync(log, 'utf8'), /"lines":\d+,"msg":"log lines were lost[^\n]*\n[\s\S]*"route":"\/v1/)
  assert.equal(await parley.end(), 0)
})

test('a first start without disk space ends with a sentence, and the next one with space creates everything', async (t) => {
  const disk = smallDisk(t)
  if (!disk) return
  const [ballast, DATA_DIR] = [join(disk, 'ballast'), join(disk, 'data')]
  mkdirSync(DATA_DIR)
  fill(ballast)
  const parley = await spawnParleyProcess({ DATA_DIR, DEMO: 'off' })
  for (let left = 1_200; left > 0 && parley.child.exitCode === null; left--) await sleep(50)
  assert.equal(parley.child.exitCode, 1)
  assert.match(parley.output(), /Parley did not start\.\n\n {2}The disk that holds .* is full\. Free some space/)
  rmSync(ballast)
  const later = await spawnParleyProcess({ DATA_DIR, DEMO: 'off' })
  await says(later, /^200/)
  assert.equal(await later.end(), 0)
})
