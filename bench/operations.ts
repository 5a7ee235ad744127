import type { Benchmark } from './benchmark.ts'
import { bindSms } from './bind-sms.ts'
import { bindTwilio } from './campaign-agent.ts'
import { measureSendRate } from './gateway.ts'
import { type CostMeter, type MeasuredOperation, openCostMeter } from './operation-cost.ts'
import { createOutreachAgent } from './outreach-agent.ts'
import { vacuumAndAnalyze } from './scratch-database.ts'
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
const perSecond = 40
const seconds = 10
const messages = 5_000

/**
 * Statements, commits, written rows, WAL and processor time of one operation, as PostgreSQL and the operating system
 * count them, and the statements behind them.
 */
export async function benchOperations(url: string): Promise<Benchmark[]> {
  const sink = await startProgram('sms-sink.ts', [secret])
  const twilio = await startProgram('twilio-sink.ts')
  const parley = await startBenchParley(url, { MEANINGS: 'off', CHANNEL_APIS: `twilio=${twilio.origin}` })
  const meter = await openCostMeter(url, parley.pid)
  try {
    return [
      ...(await measureMessages(parley, sink, { url, meter })),
      ...(await measureNamedSends(parley, { url, meter })),
      ...(await measureTurns(parley, sink, { url, meter })),
    ]
  } finally {
    await meter.close()
    await parley.stop()
    await twilio.stop()
    await sink.stop()
  }
}

type Measuring = { url: string; meter: CostMeter }

async function measureMessages(parley: BenchParley, sink: Server, { url, meter }: Measuring): Promise<Benchmark[]> {
  const callback = await bindSms(parley, parley.agent, { sendUrl: `${sink.origin}/send`, secret })
  await fetch(`${sink.origin}/callback?url=${encodeURIComponent(callback)}`)
  const users = await createSmsUsers(url, 2_000, { provider: 'http-sms' })
  const load = { url: `${parley.gateway}/v4/messages`, token: parley.accessToken, users }
  await measureSendRate(load, { connections: 16, amount: 2_000 })
  const measured = await meter.measure(messages, () => measureSendRate(load, { connections: 16, amount: messages }))
  printOperation('message', measured)
  const { walBytes } = measured.cost
  return [{ name: 'message: WAL', ours: walBytes, ceiling: maxWalBytesPerMessage, unit: 'bytes (less is better)' }]
}

async function measureNamedSends(parley: BenchParley, { url, meter }: Measuring): Promise<Benchmark[]> {
  // Over HTTP: the built-in handset would add statements of its own.
  await bindTwilio(parley)
  const { namedSendsUrl, keys } = await createOutreachAgent(parley)
  const send = () => sendAtRate({ url: namedSendsUrl, keys }, nextKnownPersonBody, { perSecond, seconds })
  for (let round = 0; round < 3; round++) await send()
  await vacuumAndAnalyze(url)
  return compareWithTargets('named send', await meter.measure(perSecond * seconds, send))
}

async function measureTurns(parley: BenchParley, sink: Server, { url, meter }: Measuring): Promise<Benchmark[]> {
  // The sink would report these messages to the first agent, which would look for them in vain.
  await fetch(`${sink.origin}/callback?url=`)
  const agent = await createAgentWithFacts(parley, `${sink.origin}/send`)
  const turnsPerSecond = 50
  const send = () => sendTurns([agent], seconds)
  await send()
  await vacuumAndAnalyze(url)
  return compareWithTargets('turn without a model', await meter.measure(turnsPerSecond * seconds, send))
}

function compareWithTargets(name: keyof typeof targets, measured: MeasuredOperation): Benchmark[] {
  printOperation(name, measured)
  const { statements, serverMilliseconds, databaseMilliseconds } = measured.cost
  const target = targets[name]
  return [
    { name: `${name}: statements`, ours: statements, ceiling: target.statements, unit: 'statements (less is better)' },
    {
      name: `${name}: processor time, server and database`,
      ours: serverMilliseconds + databaseMilliseconds,
      ceiling: target.milliseconds,
      unit: 'ms (less is better)',
    },
  ]
}

function printOperation(name: string, { cost, statements }: MeasuredOperation): void {
  console.log(
    `${name}: ${cost.statements.toFixed(2)} statements, ${cost.commits.toFixed(2)} commits, ` +
      `${cost.rowsWritten.toFixed(2)} rows written, ${Math.round(cost.walBytes)} bytes of WAL, ` +
      `${cost.serverMilliseconds.toFixed(2)} ms server, ${cost.databaseMilliseconds.toFixed(2)} ms database`,
  )
  for (const { query, calls, milliseconds } of statements) {
    console.log(
      `  ${calls.toFixed(2).padStart(6)} calls ${milliseconds.toFixed(3).padStart(7)} ms  ${query.slice(0, 150)}`,
    )
  }
}
