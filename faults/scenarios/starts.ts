import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parsePidFile } from '../../server/src/platform/db/embedded/postmaster.ts'
import { readKeys } from '../environment/environment.ts'
import { createManagedParley, type ManagedParley } from '../environment/managed-parley.ts'
import { listProcessTree } from '../environment/processes.ts'
import { between, type FaultScenario, type ScenarioContext } from '../scenario.ts'

const leastKills = 50
const windowMilliseconds = 3_000
/** Starts per folder; the next one creates a new database. */
const startsOnAFolder = 4
const readyMilliseconds = 90_000

/** Stopped on exit: their PostgreSQL would outlive an aborted run. */
const starters = new Set<ManagedParley>()
process.once('exit', () => starters.forEach(endServer))

/**
 * PostgreSQL dies while it is being created, migrated, recovered, and seeded; and another process occupies the port.
 */
export const starts: FaultScenario = {
  name: 'starts',
  description: 'kill -9 of the embedded PostgreSQL, or of one of its processes, in the first three seconds of a start',
  processes: { apiProcesses: 1, workers: 1 },
  async run(context) {
    await startOnTakenPort(context)
    const kills = Math.max(leastKills, context.rounds)
    let killed = 0
    for (let folder = 1; killed < kills; folder++) {
      const starter = await newStarter(context, `starter-${folder}`)
      try {
        for (let start = 0; start < startsOnAFolder && killed < kills; start++)
          killed += await startAndKill(starter, context)
        await startWithoutFault(starter, context)
      } finally {
        await starter.end('SIGTERM')
        endServer(starter)
      }
    }
  },
}

/** A separate installation with the embedded database. */
async function newStarter(
  { environment, folder }: ScenarioContext,
  name: string,
  env: Record<string, string> = {},
): Promise<ManagedParley> {
  const roles = 'api,gateway,worker'
  const starter = await createManagedParley({ name, folder, roles, env, trueClock: true, mayExit: true })
  environment.all.push(starter)
  starters.add(starter)
  return starter
}

async function startOnTakenPort(context: ScenarioContext): Promise<void> {
  const [door] = context.environment.apiProcesses
  const PORT = new URL(door?.origin ?? '').port
  const starter = await newStarter(context, 'latecomer', { PORT })
  starter.start()
  while (starter.isUp()) await sleep(50)
  const made = readdirSync(starter.dataDir)
  if (made.length > 0) context.report(`a start on a port in use created ${made.join(', ')}`)
  context.fault('start on a port in use')
}

/** Kills one to three processes at random moments of a start, or as soon as there is one to kill; returns how many. */
async function startAndKill(starter: ManagedParley, { random, fault, report }: ScenarioContext): Promise<number> {
  const moments = Array.from({ length: 1 + Math.floor(random() * 3) }, () => between(random, 0, windowMilliseconds))
  let killed = 0
  starter.start()
  // On a slow machine it takes longer than this until a start has a PostgreSQL.
  await until(starter, () => serverOf(starter) !== undefined)
  const began = performance.now()
  for (const moment of moments.toSorted((one, other) => one - other)) {
    await sleep(Math.max(0, moment - (performance.now() - began)))
    const victim = await killNext(starter, random)
    if (!victim) break
    killed += 1
    fault(`kill -9 of ${victim.what} of ${starter.name}, ${Math.round(performance.now() - began)} ms after it started`)
  }
  if (!(await readyOrEnded(starter))) report(`${starter.name} neither became ready nor exited within 90 s`)
  // A killed Parley leaves its PostgreSQL running, so that the next start finds it.
  await starter.end(random() < 0.6 ? 'SIGTERM' : 'SIGKILL')
  return killed
}

async function startWithoutFault(starter: ManagedParley, { report }: ScenarioContext): Promise<void> {
  starter.start()
  await readyOrEnded(starter)
  if (!starter.isUp()) return report(`${starter.name} no longer starts after its PostgreSQL was killed`)
  const headers = { authorization: `Bearer ${readKeys(starter).api}` }
  const { status } = await fetch(`${starter.origin}/v1/me`, { headers })
  if (status !== 200) report(`the key of ${starter.name} is answered ${status}`)
}

const isReady = ({ origin }: ManagedParley): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function readyOrEnded(starter: ManagedParley): Promise<boolean> {
  return (await until(starter, () => isReady(starter))) || !starter.isUp()
}

type Victim = { pid: number; what: string }

/** Returns the killed process, or undefined if the start ended before there was one. */
async function killNext(starter: ManagedParley, random: () => number): Promise<Victim | undefined> {
  let killed: Victim | undefined
  await until(starter, () => {
    const victim = victimOf(starter, random)
    if (victim && kill(victim.pid)) killed = victim
    return killed !== undefined
  })
  return killed
}

/** Waits for the condition; returns false if the start ends first or the condition never holds. */
async function until(starter: ManagedParley, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const limit = performance.now() + readyMilliseconds; performance.now() < limit && starter.isUp(); ) {
    if (await holds()) return true
    await sleep(20)
  }
  return false
}

/** False if the process has just exited by itself. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

/** The server, or one of its worker processes. */
function victimOf(starter: ManagedParley, random: () => number): Victim | undefined {
  const server = serverOf(starter)
  if (!server) return undefined
  const [, ...children] = listProcessTree(server)
  const child = random() < 0.4 ? children[Math.floor(random() * children.length)] : undefined
  return child ? { pid: child, what: 'a PostgreSQL process' } : { pid: server, what: 'PostgreSQL' }
}

function serverOf({ dataDir }: ManagedParley): number | undefined {
  try {
    const { pid } = parsePidFile(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')) ?? {}
    const isThere = pid !== undefined && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)
    return isThere ? pid : undefined
  } catch {
    return undefined
  }
}

function endServer(starter: ManagedParley): void {
  const server = serverOf(starter)
  if (server) process.kill(server, 'SIGQUIT')
}
