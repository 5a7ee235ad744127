import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parsePidFile } from '../../server/src/platform/db/embedded/postmaster.ts'
import { readKeys } from '../environment/environment.ts'
import { createManagedParley, type ManagedParley } from '../environment/managed-parley.ts'
import { listProcessTree } from '../environment/processes.ts'
import { type FaultScenario, randomBetween, type ScenarioContext } from '../scenario.ts'

const minKills = 50
const windowMilliseconds = 3_000
/** Starts per folder; the next one creates a new database. */
const startsPerFolder = 4
const readyMilliseconds = 90_000

/** Stopped on exit: their PostgreSQL would outlive an aborted run. */
const starters = new Set<ManagedParley>()
process.once('exit', () => starters.forEach(stopPostgres))

/**
 * PostgreSQL dies while it is being created, migrated, recovered, and seeded; and another process occupies the port.
 */
export const interruptedStartScenario: FaultScenario = {
  name: 'starts',
  description: 'kill -9 of the embedded PostgreSQL, or of one of its processes, in the first three seconds of a start',
  processes: { apiProcesses: 1, workers: 1 },
  async run(context) {
    await startOnUsedPort(context)
    const kills = Math.max(minKills, context.rounds)
    let killed = 0
    for (let folder = 1; killed < kills; folder++) {
      const starter = await createStarter(context, `starter-${folder}`)
      try {
        for (let start = 0; start < startsPerFolder && killed < kills; start++)
          killed += await startAndKill(starter, context)
        await startWithoutFault(starter, context)
      } finally {
        await starter.stop('SIGTERM')
        stopPostgres(starter)
      }
    }
  },
}

/** A separate installation with the embedded database. */
async function createStarter(
  { environment, folder }: ScenarioContext,
  name: string,
  env: Record<string, string> = {},
): Promise<ManagedParley> {
  const roles = 'api,gateway,worker'
  const starter = await createManagedParley({ name, folder, roles, env, realClock: true, mayExit: true })
  environment.all.push(starter)
  starters.add(starter)
  return starter
}

async function startOnUsedPort(context: ScenarioContext): Promise<void> {
  const [apiProcess] = context.environment.apiProcesses
  const PORT = new URL(apiProcess?.origin ?? '').port
  const starter = await createStarter(context, 'latecomer', { PORT })
  starter.start()
  while (starter.isUp()) await sleep(50)
  const createdFiles = readdirSync(starter.dataDir)
  if (createdFiles.length > 0) context.report(`a start on a port in use created ${createdFiles.join(', ')}`)
  context.recordFault('start on a port in use')
}

/** Kills one to three processes at random moments of a start, or as soon as there is one to kill; returns how many. */
async function startAndKill(starter: ManagedParley, { random, recordFault, report }: ScenarioContext): Promise<number> {
  const moments = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    randomBetween(random, 0, windowMilliseconds),
  )
  let killed = 0
  starter.start()
  // On a slow machine it takes longer than this until a start has a PostgreSQL.
  await waitFor(starter, () => findPostgresPid(starter) !== undefined)
  const startedAt = performance.now()
  for (const moment of moments.toSorted((first, second) => first - second)) {
    await sleep(Math.max(0, moment - (performance.now() - startedAt)))
    const victim = await killNext(starter, random)
    if (!victim) break
    killed += 1
    recordFault(
      `kill -9 of ${victim.description} of ${starter.name}, ${Math.round(performance.now() - startedAt)} ms after it started`,
    )
  }
  if (!(await waitForReadyOrExit(starter))) report(`${starter.name} neither became ready nor exited within 90 s`)
  // A killed Parley leaves its PostgreSQL running, so that the next start finds it.
  await starter.stop(random() < 0.6 ? 'SIGTERM' : 'SIGKILL')
  return killed
}

async function startWithoutFault(starter: ManagedParley, { report }: ScenarioContext): Promise<void> {
  starter.start()
  await waitForReadyOrExit(starter)
  if (!starter.isUp()) return report(`${starter.name} no longer starts after its PostgreSQL was killed`)
  const headers = { authorization: `Bearer ${readKeys(starter).api}` }
  const { status } = await fetch(`${starter.origin}/v1/me`, { headers })
  if (status !== 200) report(`a call with the key of ${starter.name} returned ${status}`)
}

const isReady = ({ origin }: ManagedParley): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function waitForReadyOrExit(starter: ManagedParley): Promise<boolean> {
  return (await waitFor(starter, () => isReady(starter))) || !starter.isUp()
}

type Victim = { pid: number; description: string }

/** Returns the killed process, or undefined if the start ended before there was one. */
async function killNext(starter: ManagedParley, random: () => number): Promise<Victim | undefined> {
  let killed: Victim | undefined
  await waitFor(starter, () => {
    const victim = chooseVictim(starter, random)
    if (victim && kill(victim.pid)) killed = victim
    return killed !== undefined
  })
  return killed
}

/** Waits for the condition; returns false if the start ends first or the condition never holds. */
async function waitFor(starter: ManagedParley, condition: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const limit = performance.now() + readyMilliseconds; performance.now() < limit && starter.isUp(); ) {
    if (await condition()) return true
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
function chooseVictim(starter: ManagedParley, random: () => number): Victim | undefined {
  const server = findPostgresPid(starter)
  if (!server) return undefined
  const [, ...children] = listProcessTree(server)
  const child = random() < 0.4 ? children[Math.floor(random() * children.length)] : undefined
  return child ? { pid: child, description: 'a PostgreSQL process' } : { pid: server, description: 'PostgreSQL' }
}

function findPostgresPid({ dataDir }: ManagedParley): number | undefined {
  try {
    const { pid } = parsePidFile(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')) ?? {}
    const isRunning = pid !== undefined && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)
    return isRunning ? pid : undefined
  } catch {
    return undefined
  }
}

function stopPostgres(starter: ManagedParley): void {
  const server = findPostgresPid(starter)
  if (server) process.kill(server, 'SIGQUIT')
}
