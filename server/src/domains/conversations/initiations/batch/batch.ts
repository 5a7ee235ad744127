import { type IndexedResult, settledInBatches } from '../../../../platform/concurrency/settled-in-batches.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { DispatchFailedError } from '../../../channels/index.ts'
import { updateMessage } from '../../dispatch/queries/dispatches.ts'
import { messageKeyOf } from '../../dispatch/queries/message-row.ts'
import type { Initiation, InitiationDeps, InitiationResult } from '../deps.ts'
import { handleInitiationFailure } from '../dispatch.ts'
import type { BatchableInitiation } from './classify.ts'
import { type DispatchedInitiation, dispatchInitiationBatch } from './dispatch.ts'
import { persistBatch } from './persist-messages.ts'
import { type ConfirmedDispatch, recordBatchResults, toInitiationContext } from './record-results.ts'

type Call = { agent: AgentKey; signal: AbortSignal }
type BatchDeps = InitiationDeps & { initiateAlone(opening: Initiation): Promise<InitiationResult> }

/** What has arrived is written down when all have, or so long after the first: receipts and answers look for it. */
const batchWaitMilliseconds = 500

/** Takes them down and hands them over together; each is answered when it is written down. */
export async function initiateBatch(
  call: Call,
  plains: readonly BatchableInitiation[],
  deps: BatchDeps,
): Promise<Map<Initiation, Promise<InitiationResult>>> {
  const rows = await persistBatch(call.agent, plains, deps)
  const leaving = plains.flatMap((plain) => {
    const row = rows.get(plain.messageId)
    return row ? [{ ...plain, row }] : []
  })
  const left = await dispatchInitiationBatch(call, leaving, deps)
  const written = recordInBatches(call, left, deps)
  const opened = new Map(leaving.map(({ opening }, index) => [opening, written[index] as Promise<InitiationResult>]))
  for (const { opening } of plains) if (!opened.has(opening)) opened.set(opening, deps.initiateAlone(opening))
  return opened
}

function recordInBatches(
  call: Call,
  left: readonly Promise<DispatchedInitiation>[],
  deps: BatchDeps,
): Promise<InitiationResult>[] {
  const opened = left.map(() => Promise.withResolvers<InitiationResult>())
  const write = async () => {
    for await (const wave of settledInBatches(left, batchWaitMilliseconds)) {
      const written = recordSettledBatch(call, wave, deps)
      for (const [position, { index }] of wave.entries())
        opened[index]?.resolve(written[position] as Promise<InitiationResult>)
    }
  }
  void write()
  return opened.map(({ promise }) => promise)
}

function recordSettledBatch(
  call: Call,
  wave: readonly IndexedResult<DispatchedInitiation>[],
  deps: BatchDeps,
): Promise<InitiationResult>[] {
  const arrived = wave.flatMap((come) => (come.status === 'fulfilled' && isDispatched(come.value) ? [come.value] : []))
  const written = recordBatchResults(call, arrived, deps)
  return wave.map(async (come) => {
    if (come.status === 'rejected') throw come.reason
    if (!isDispatched(come.value)) return continueAlone(call, come.value, deps)
    return (await written)[arrived.indexOf(come.value)] as Promise<InitiationResult>
  })
}

const isDispatched = (left: DispatchedInitiation): left is ConfirmedDispatch =>
  left.outcome !== 'back' && !(left.outcome instanceof DispatchFailedError)

/** What the channel has not taken; and what has not left is no longer on its way. */
async function continueAlone(call: Call, left: DispatchedInitiation, deps: BatchDeps): Promise<InitiationResult> {
  const { opening, row, outcome } = left
  if (outcome instanceof DispatchFailedError)
    return handleInitiationFailure(toInitiationContext(call, left), outcome, { ...left, deps })
  if (row.handing) await updateMessage(deps.db, call.agent, messageKeyOf(row), { handing: false })
  return deps.initiateAlone(opening)
}
