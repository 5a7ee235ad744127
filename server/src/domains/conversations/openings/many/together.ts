import type { AgentKey } from '../../../../platform/http/route.ts'
import { type Come, inWaves } from '../../../../platform/thread/waves.ts'
import { DispatchFailed } from '../../../channels/index.ts'
import { setMessage } from '../../dispatch/queries/hand-overs.ts'
import { keyOf } from '../../dispatch/queries/message-row.ts'
import { fail } from '../carry.ts'
import type { Opened, OpenerDeps, Opening } from '../deps.ts'
import { handOverTogether, type Left } from './hand-over.ts'
import type { Plain } from './sort.ts'
import { takeDownTogether } from './take-down.ts'
import { type Arrived, carryingOf, writeDownTogether } from './write-down.ts'

type Call = { agent: AgentKey; signal: AbortSignal }
type TogetherDeps = OpenerDeps & { alone(opening: Opening): Promise<Opened> }

/** What has arrived is written down when all have, or so long after the first: receipts and answers look for it. */
const waveMilliseconds = 500

/** Takes them down and hands them over together; each is answered when it is written down. */
export async function openTogether(
  call: Call,
  plains: readonly Plain[],
  deps: TogetherDeps,
): Promise<Map<Opening, Promise<Opened>>> {
  const rows = await takeDownTogether(call.agent, plains, deps)
  const leaving = plains.flatMap((plain) => {
    const row = rows.get(plain.messageId)
    return row ? [{ ...plain, row }] : []
  })
  const left = await handOverTogether(call, leaving, deps)
  const written = writeInWaves(call, left, deps)
  const opened = new Map(leaving.map(({ opening }, index) => [opening, written[index] as Promise<Opened>]))
  for (const { opening } of plains) if (!opened.has(opening)) opened.set(opening, deps.alone(opening))
  return opened
}

function writeInWaves(call: Call, left: readonly Promise<Left>[], deps: TogetherDeps): Promise<Opened>[] {
  const opened = left.map(() => Promise.withResolvers<Opened>())
  const write = async () => {
    for await (const wave of inWaves(left, waveMilliseconds)) {
      const written = writeWave(call, wave, deps)
      for (const [place, { index }] of wave.entries()) opened[index]?.resolve(written[place] as Promise<Opened>)
    }
  }
  void write()
  return opened.map(({ promise }) => promise)
}

function writeWave(call: Call, wave: readonly Come<Left>[], deps: TogetherDeps): Promise<Opened>[] {
  const arrived = wave.flatMap((come) => (come.status === 'fulfilled' && hasArrived(come.value) ? [come.value] : []))
  const written = writeDownTogether(call, arrived, deps)
  return wave.map(async (come) => {
    if (come.status === 'rejected') throw come.reason
    if (!hasArrived(come.value)) return goOn(call, come.value, deps)
    return (await written)[arrived.indexOf(come.value)] as Promise<Opened>
  })
}

const hasArrived = (left: Left): left is Arrived => left.outcome !== 'back' && !(left.outcome instanceof DispatchFailed)

/** What the channel has not taken; and what has not left is no longer on its way. */
async function goOn(call: Call, left: Left, deps: TogetherDeps): Promise<Opened> {
  const { opening, row, outcome } = left
  if (outcome instanceof DispatchFailed) return fail(carryingOf(call, left), outcome, { ...left, deps })
  if (row.handing) await setMessage(deps.db, call.agent, keyOf(row), { handing: false })
  return deps.alone(opening)
}
