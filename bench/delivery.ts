import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  hasProcessorTimes,
  noProcessorTimes,
  readFamilyMilliseconds,
  readProcessorMilliseconds,
} from '../server/src/testing/processor-time.ts'
import { type Benchmark, type BenchmarkRow, medianByRatio } from './benchmark.ts'
import {
  type DeliveryRates,
  type MessageCarrier,
  type ParleyCarrier,
  singleReporting,
  withDurableMinimum,
  withParleyCarrier,
} from './deliver-messages.ts'
import { findKannelProblem, withKannel } from './kannel.ts'
import { openCostMeter, printOperation } from './operation-cost.ts'
import { findPostmaster } from './scratch-database.ts'

const amount = Number(process.env.BENCH_AMOUNT ?? 10_000)
const warmUpAmount = Math.min(2_000, amount)
const roundCount = 3
const maxWalBytes = 1_300
/** The last batches are recorded within this time. */
const settleMilliseconds = 200

/**
 * Messages accepted, rendered, dispatched to a provider, and reported as delivered, all by one process, in turn with
 * the durable minimum and with Kannel.
 */
export async function benchDelivery(url: string): Promise<BenchmarkRow[]> {
  return withParleyCarrier(url, async (parley) => {
    await parley.deliver(warmUpAmount)
    const measuring = { url, parley, postmaster: await findPostmaster(url) }
    return [...(await compareWithMinimum(measuring)), ...(await compareWithKannel(measuring))]
  })
}

type Measuring = { url: string; parley: ParleyCarrier; postmaster: number }

async function compareWithMinimum(measuring: Measuring): Promise<BenchmarkRow[]> {
  const [beside, fileStore] = ['beside the durable minimum', 'beside dispatch by Kannel without receipts (not durable)']
  const skipped = findKannelProblem({ receipts: false })
  return withDurableMinimum(measuring.url, async (minimum) => {
    const peers = { 'durable minimum': minimum }
    const rounds = skipped
      ? await measureInTurns(measuring, peers)
      : await withKannel({}, (kannel) => measureInTurns(measuring, { ...peers, 'Kannel without receipts': kannel }))
    const pairs = pairWith(rounds, 'durable minimum')
    const name = `carried: reported, ${fileStore}`
    return [
      compareCosts(`carried: processor time, server and database, ${beside}`, pairs, 1.35),
      compareRates(`carried: reported, ${beside}`, pairs, 0.75),
      await measureWal(measuring),
      skipped ? { name, skipped } : compareRates(name, pairWith(rounds, 'Kannel without receipts'), 0.5),
    ]
  })
}

/** Prints statements, commits, rows and WAL of a message. */
async function measureWal({ url, parley, postmaster }: Measuring): Promise<Benchmark> {
  const meter = await openCostMeter(url, { serverPids: parley.pids, postmaster })
  const measured = await meter.measure(amount, () => parley.deliver(amount)).finally(meter.close)
  printOperation('message', measured)
  const unit = 'bytes (less is better)'
  return {
    name: 'carried: WAL a message',
    ours: measured.cost.walBytes,
    ceiling: maxWalBytes,
    unit,
    target: { atMost: 1 },
  }
}

async function compareWithKannel(measuring: Measuring): Promise<BenchmarkRow[]> {
  const beside = 'beside Kannel with receipts in PostgreSQL'
  const names = {
    rate: `one receipt a call: reported, ${beside}`,
    cost: `one receipt a call: processor time, server and database, ${beside}`,
  }
  const skipped = findKannelProblem({ receipts: true })
  if (skipped) return Object.values(names).map((name) => ({ name, skipped }))
  await measuring.parley.setReporting(singleReporting)
  const peer = 'Kannel with receipts'
  const rounds = await withKannel({ receiptsUrl: measuring.url }, (kannel) =>
    measureInTurns(measuring, { [peer]: kannel }),
  )
  const pairs = pairWith(rounds, peer)
  return [compareRates(names.rate, pairs, 1.5), compareCosts(names.cost, pairs, 0.55)]
}

type Carried = DeliveryRates & { serverMicroseconds: number; databaseMicroseconds: number }
type Round = { ours: Carried; peers: Record<string, Carried> }
type Pair = { ours: Carried; theirs: Carried }

const pairWith = (rounds: readonly Round[], peer: string): Pair[] =>
  rounds.map(({ ours, peers }) => ({ ours, theirs: peers[peer] as Carried }))

/** Alternates, so that other load on the machine affects all sides. */
async function measureInTurns(measuring: Measuring, peers: Record<string, MessageCarrier>): Promise<Round[]> {
  const { url, parley } = measuring
  for (const peer of Object.values(peers)) await peer.deliver(warmUpAmount)
  const rounds: Round[] = []
  for (let index = 0; index < roundCount; index++) {
    const round: Round = { ours: await measureCarried(measuring, parley, []), peers: {} }
    printCarried('Parley', round.ours)
    for (const [name, peer] of Object.entries(peers)) {
      const carried = await measureCarried(measuring, peer, await findParleyBackends(url))
      printCarried(name, carried)
      round.peers[name] = carried
    }
    rounds.push(round)
  }
  return rounds
}

/** What the idle Parley uses of the database belongs to none of its peers. */
async function findParleyBackends(url: string): Promise<number[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(`select pid from pg_stat_activity where application_name like 'parley%'`)
  await client.end()
  return rows.map(({ pid }) => pid)
}

async function measureCarried(
  { postmaster }: Measuring,
  { deliver, pids }: MessageCarrier,
  otherBackends: readonly number[],
): Promise<Carried> {
  const sum = (processes: readonly number[]) =>
    processes.reduce((total, pid) => total + readProcessorMilliseconds(pid), 0)
  const read = () => ({ server: sum(pids), database: readFamilyMilliseconds(postmaster) - sum(otherBackends) })
  const before = read()
  const rates = await deliver(amount)
  await sleep(settleMilliseconds)
  const after = read()
  return {
    ...rates,
    serverMicroseconds: ((after.server - before.server) * 1000) / amount,
    databaseMicroseconds: ((after.database - before.database) * 1000) / amount,
  }
}

function printCarried(name: string, carried: Carried): void {
  const { accepted, delivered, reported, lostReceipts, serverMicroseconds, databaseMicroseconds } = carried
  const rates = [accepted, delivered, reported].map(Math.round)
  const costs = [serverMicroseconds, databaseMicroseconds].map(Math.round)
  console.log(
    `${name}: accepted, dispatched and reported ${rates.join(', ')} messages/s; ` +
      `server ${costs[0]} µs, database ${costs[1]} µs a message; ${lostReceipts} receipts lost`,
  )
}

function compareRates(name: string, pairs: readonly Pair[], atLeast: number): Benchmark {
  const compare = ({ ours, theirs }: Pair) => ({
    name,
    ours: ours.reported,
    ceiling: theirs.reported,
    unit: 'messages/s',
    target: { atLeast },
  })
  return medianByRatio(pairs.map(compare))
}

function compareCosts(name: string, pairs: readonly Pair[], atMost: number): BenchmarkRow {
  if (!hasProcessorTimes) return { name, skipped: noProcessorTimes }
  const sum = ({ serverMicroseconds, databaseMicroseconds }: Carried) => serverMicroseconds + databaseMicroseconds
  const compare = ({ ours, theirs }: Pair) => ({
    name,
    ours: sum(ours),
    ceiling: sum(theirs),
    unit: 'µs a message (less is better)',
    target: { atMost },
  })
  return medianByRatio(pairs.map(compare))
}
