import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ManagedParley } from '../environment/managed-parley.ts'
import { type FaultScenario, randomBetween } from '../scenario.ts'

const megabytes = 700

/** F9: the disk is full until space is freed. */
export const diskFullScenario: FaultScenario = {
  name: 'disk-full',
  description: "the disk of PostgreSQL and of Parley's logs is full, and then has room again",
  processes: { apiProcesses: 2, workers: 2 },
  logsOnDatabaseDisk: true,
  unsupportedReason: () => (process.getuid?.() === 0 ? undefined : 'needs root to mount a small disk'),
  databaseFolder(folder) {
    mkdirSync(folder, { recursive: true })
    const mount = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
    if (mount.status !== 0) throw new Error(`could not mount a small disk: ${mount.stderr}`)
    const clear = () => void spawnSync('/bin/umount', ['--lazy', folder])
    process.once('exit', clear)
    return { path: folder, clear }
  },
  async run({ environment, database, folder, rounds, random, recordFault, report }) {
    const ballast = join(folder, 'postgres', 'ballast')
    for (let round = 0; round < rounds; round++) {
      await sleep(randomBetween(random, 1_000, 3_000))
      fillDisk(ballast)
      const seconds = randomBetween(random, 3, 8)
      await sleep(seconds * 1000)
      const isUp = database.primary.isUp()
      const responses = await Promise.all(environment.apiProcesses.map(readReadiness))
      for (const response of responses)
        if (isUp && !/disk .*full/.test(response)) report(`with a full disk /readyz says ${response}`)
      rmSync(ballast)
      // A PostgreSQL that could not write its log has exited; its supervisor restarts it.
      await database.primary.start()
      recordFault(`${seconds.toFixed(1)} s with a full disk`)
    }
  },
}

async function readReadiness({ name, origin }: ManagedParley): Promise<string> {
  const response = await fetch(`${origin}/readyz`)
  return `${name}: ${await response.text()}`
}

function fillDisk(file: string): void {
  const handle = openSync(file, 'w')
  for (let size = 1 << 20; size >= 1 << 12; ) {
    try {
      writeSync(handle, Buffer.alloc(size, 1))
    } catch {
      size >>= 1
    }
  }
  closeSync(handle)
}
