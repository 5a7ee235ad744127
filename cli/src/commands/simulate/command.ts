import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { AgentClient } from '@parley/sdk'
import { type CommandCall, defineCommand } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { CommandError, type ExitCode, exitCodes, usageError } from '../../exit.ts'
import { writeOutputFile } from '../../io.ts'
import { followProgress } from '../../progress/follow-progress.ts'
import { formatJunit } from '../../text/junit.ts'
import { toPrintable } from '../../text/printable.ts'

const simulateOptions = {
  ...agentOptions,
  profiles: { type: 'string', value: 'FILE', description: 'profiles as JSON; default: made from the agent itself' },
  count: { type: 'string', value: 'N', description: 'conversations, 1 to 500 (default: 20)' },
  'max-turns': { type: 'string', value: 'N', description: 'how often a person writes at most (default: 20)' },
  seed: { type: 'string', value: 'N', description: 'the same seed plays the same people' },
  draft: { type: 'string', value: 'DRAFT', description: 'this draft answers instead of live' },
  'min-goal-rate': { type: 'string', value: 'RATE', description: 'exits with 1 if fewer reach their goal (0 to 1)' },
  junit: { type: 'string', value: 'FILE', description: 'writes the conversations as JUnit XML' },
} as const

type SimulateCall = CommandCall<typeof simulateOptions>
type Simulation = Awaited<ReturnType<typeof readSimulation>>

export const simulateCommand = defineCommand({
  name: 'simulate',
  summary: 'let simulated people talk with an agent',
  about: 'lets simulated people talk with an agent in the sandbox, and shows what came of it.',
  options: simulateOptions,
  exitDescriptions: {
    0: 'no conversation failed, and enough reached their goal',
    1: 'a conversation ended with an error, or too few reached their goal',
    3: 'the simulation was canceled',
  },
  examples: [
    ['parley simulate --count 50', 'people made from the goals, playbooks and Facts of the agent'],
    ['parley simulate --profiles people.json --seed 7 --min-goal-rate 0.8', 'your own people, on a build server'],
  ],
  next: ['`parley test` plays the cases that you make of conversations'],
  run: simulate,
})

async function simulate(call: SimulateCall): Promise<ExitCode> {
  const { options, io, print, json } = call
  const minGoalRate = readNumber('min-goal-rate', options['min-goal-rate'])
  const body = await readBody(call)
  const { client } = await connectToAgent(options, io)
  const started = await client.post('/simulations', { body })
  print(`Simulation ${toPrintable(started.id)}: ${started.count} conversations, seed ${started.seed}`)
  const last = await follow(client, started, call)
  const { outcomes, goalRate, errors, medianTurns, failures } = last
  print(`${last.done} conversations: ${describeOutcomes(outcomes)}; median of ${medianTurns} turns`)
  for (const { cause, count, conversationId } of failures)
    print(`  ${count} × ${toPrintable(cause)}  ${toPrintable(conversationId)}`)
  if (options.junit !== undefined) await writeJunit(client, last.id, resolve(io.workingDirectory, options.junit))
  const isLow = minGoalRate !== undefined && goalRate < minGoalRate
  if (isLow) print(`Only ${goalRate} reached their goal; ${minGoalRate} are required`)
  const exitCode = errors > 0 || isLow ? exitCodes.failed : exitCodes.passed
  json({ exitCode, simulation: last })
  return exitCode
}

const describeOutcomes = (outcomes: Simulation['outcomes']): string =>
  Object.entries(outcomes)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ') || 'none'

function readNumber(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) throw usageError(`--${name} must be a number; got "${value}"`)
  return number
}

async function readBody({ options, io }: SimulateCall) {
  const count = readNumber('count', options.count) ?? 20
  const maxTurns = readNumber('max-turns', options['max-turns'])
  const seed = readNumber('seed', options.seed)
  const who =
    options.profiles === undefined
      ? { suite: 'default' as const }
      : { profiles: await readProfiles(resolve(io.workingDirectory, options.profiles)) }
  return {
    ...who,
    count,
    ...(maxTurns !== undefined && { maxTurns }),
    ...(seed !== undefined && { seed }),
    ...(options.draft !== undefined && { draftId: options.draft }),
  }
}

async function readProfiles(file: string): Promise<{ id: string; goal: string }[]> {
  try {
    const read: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (Array.isArray(read)) return read
  } catch (error) {
    throw usageError(`${toPrintable(file)} could not be read: ${(error as Error).message}`)
  }
  throw usageError(`${toPrintable(file)} must be a list of profiles: [{ "id": "ada", "goal": "Rent a boat" }]`)
}

const readSimulation = (client: AgentClient, simulationId: string, signal?: AbortSignal) =>
  client.get('/simulations/{simulationId}', { path: { simulationId }, ...(signal && { signal }) })

const isOver = ({ status }: { status: string }): boolean => status === 'completed' || status === 'cancelled'

async function follow(client: AgentClient, started: Simulation, { io, print }: SimulateCall): Promise<Simulation> {
  const { id: simulationId } = started
  const signal = io.interrupted
  const request = { path: { simulationId }, signal }
  const events = () => client.events('/simulations/{simulationId}/progress', request)
  const source = { events, poll: () => readSimulation(client, simulationId, signal), isOver, signal }
  let last = started
  for await (const seen of followProgress<Simulation>(source, io)) last = seen
  if (signal.aborted && !isOver(last)) {
    print(`Stopped: canceling simulation ${toPrintable(simulationId)}`)
    await client.post('/simulations/{simulationId}/cancel', { path: { simulationId } })
    throw new CommandError(exitCodes.interrupted, `Simulation ${toPrintable(simulationId)} was canceled`)
  }
  if (last.status === 'cancelled')
    throw new CommandError(exitCodes.noVerdict, `Simulation ${toPrintable(simulationId)} was canceled`)
  return last
}

async function writeJunit(client: AgentClient, simulationId: string, file: string): Promise<void> {
  const { data } = await client.get('/simulations/{simulationId}/conversations', {
    path: { simulationId },
    query: { limit: 1000 },
  })
  const cases = data.map(({ n, profileId, outcome, reason }) => ({
    ...{ name: `${n}: ${outcome}`, suite: profileId },
    ...(outcome === 'error' && { failure: reason ?? outcome }),
  }))
  await writeOutputFile(file, formatJunit('parley simulate', cases))
}
