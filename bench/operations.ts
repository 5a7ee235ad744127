import { hasProcessorTimes, noProcessorTimes } from '../server/src/testing/processor-time.ts'
import type { Benchmark, BenchmarkRow } from './benchmark.ts'
import { bindSms } from './bind-sms.ts'
import { bindTwilio } from './campaign-agent.ts'
import { batchedReporting, setCallback } from './deliver-messages.ts'
import { measureSendRate } from './gateway.ts'
import { type CostMeter, type MeasuredOperation, openCostMeter, printOperation } from './operation-cost.ts'
import { createOutreachAgent } from './outreach-agent.ts'
import { findPostmaster, setAutovacuum, vacuumAndAnalyze } from './scratch-database.ts'
import { nextKnownPersonBody } from './send-bodies.ts'
import { sendAtRate } from './send-calls.ts'
import { type BenchParley, type Server, startBenchParley, startProgram } from './servers.ts'
import { createSmsUsers } from './sms-users.ts'
import { createAgentWithFacts, sendTurns } from './turns.ts'

/** What the design of each path aims at: statements and milliseconds of processor time, server and database. */
const targets = {
  'named send': { statements: 12, milliseconds: 11 },
  'turn without a model': { statements: 11, milliseconds: 10 },
}
const maxWalBytesPerMessage = 1_300
const secret = 'a benchmark secret'
const sendsPerSecond = 40
const turnsPerSecond = 50
const seconds = 10
const messages = 5_000
const target = { atMost: 1 }

/**
 * Statements, commits, written rows, WAL and processor time of one operation, as PostgreSQL and the operating system
 * count them, and the statements behind them. Sends and turns are measured before any table is analyzed, as in the
 * first minutes of an installation, and again afterwards.
 */
export async function benchOperations(url: string): Promise<BenchmarkRow[]> {
  const sink = await startProgram('sms-sink.ts', [secret])
  const twilio = await startProgram('twilio-sink.ts')
  const parley = await startBenchParley(url, { MEANINGS: 'off', CHANNEL_APIS: `twilio=${twilio.origin}` })
  const meter = await openCostMeter(url, { serverPids: [parley.pid], postmaster: await findPostmaster(url) })
  try {
    await setAutovacuum(url, 'off')
    const sendNamed = await prepareNamedSends(parley)
    const sendTurn = await prepareTurns(parley, sink)
    const measureBoth = async (state: string) => [
      ...compareWithTargets('named send', state, await meter.measure(sendsPerSecond * seconds, sendNamed)),
      ...compareWithTargets('turn without a model', state, await meter.measure(turnsPerSecond * seconds, sendTurn)),
    ]
    for (let round = 0; round < 3; round++) await sendNamed()
    await sendTurn()
    const unanalyzed = await measureBoth('tables never analyzed')
    await setAutovacuum(url, 'on')
    await vacuumAndAnalyze(url)
    // Every connection plans its statements again.
    await sendNamed()
    await sendTurn()
    const analyzed = await measureBoth('tables analyzed')
    return [...analyzed, ...unanalyzed, await measureMessages(parley, sink, { url, meter })]
  } finally {
    await meter.close()
    await parley.stop()
    await twilio.stop()
    await sink.stop()
  }
}

async function prepareNamedSends(parley: BenchParley): Promise<() => Promise<unknown>> {
  // Over HTTP: the built-in handset would add statements of its own.
  await bindTwilio(parley)
  const { namedSendsUrl, keys } = await createOutreachAgent(parley)
  return () => sendAtRate({ url: namedSendsUrl, keys }, nextKnownPersonBody, { perSecond: sendsPerSecond, seconds })
}

async function prepareTurns(parley: BenchParley, sink: Server): Promise<() => Promise<unknown>> {
  const agent = await createAgentWithFacts(parley, `${sink.origin}/send`)
  return () => sendTurns([agent], seconds)
}

type Measuring = { url: string; meter: CostMeter }

async function measureMessages(parley: BenchParley, sink: Server, { url, meter }: Measuring): Promise<Benchmark> {
  const callback = await bindSms(parley, parley.agent, { sendUrl: `${sink.origin}/send`, secret })
  await setCallback(sink, callback, batchedReporting)
  const users = await createSmsUsers(url, 2_000, { provider: 'http-sms' })
  const load = { url: `${parley.gateway}/v4/messages`, token: parley.accessToken, users }
  await measureSendRate(load, { connections: 16, amount: 2_000 })
  const measured = await meter.measure(messages, () => measureSendRate(load, { connections: 16, amount: messages }))
  printOperation('message', measured)
  const { walBytes } = measured.cost
  return {
    name: 'message: WAL',
    ours: walBytes,
    ceiling: maxWalBytesPerMessage,
    unit: 'bytes (less is better)',
    target,
  }
}

function compareWithTargets(name: keyof typeof targets, state: string, measured: MeasuredOperation): BenchmarkRow[] {
  printOperation(`${name}, ${state}`, measured)
  const { statements, serverMilliseconds, databaseMilliseconds } = measured.cost
  const ceilings = targets[name]
  const costName = `${name}: processor time, server and database, ${state}`
  return [
    {
      name: `${name}: statements, ${state}`,
      ours: statements,
      ceiling: ceilings.statements,
      unit: 'statements (less is better)',
      target,
    },
    hasProcessorTimes
      ? {
          name: costName,
          ours: serverMilliseconds + databaseMilliseconds,
          ceiling: ceilings.milliseconds,
          unit: 'ms (less is better)',
          target,
        }
      : { name: costName, skipped: noProcessorTimes },
  ]
}
