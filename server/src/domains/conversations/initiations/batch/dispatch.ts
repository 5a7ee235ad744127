import type { AgentKey } from '../../../../platform/http/route.ts'
import { DispatchFailedError, type LiveBinding } from '../../../channels/index.ts'
import { checkDispatchable } from '../../dispatch/check-dispatchable.ts'
import { type BubbleOutcome, dispatchBubble } from '../../dispatch/dispatch-bubble.ts'
import type { MessageRow } from '../../dispatch/queries/message-row.ts'
import type { InitiationDeps } from '../deps.ts'
import type { BatchableInitiation } from './classify.ts'

/** What was taken down, and is about to leave. */
export type PersistedInitiation = BatchableInitiation & { row: MessageRow }

/** `back`: something has come between, and it has not left. */
export type DispatchedInitiation = PersistedInitiation & {
  begunAt: Date
  outcome: BubbleOutcome | DispatchFailedError | 'back'
}

type DispatchCall = { agent: AgentKey; signal: AbortSignal }

/** Hands all of them over at once, each by itself. STOP is read here again, with whatever else may have changed. */
export async function dispatchInitiationBatch(
  { agent, signal }: DispatchCall,
  leaving: readonly PersistedInitiation[],
  deps: InitiationDeps,
): Promise<Promise<DispatchedInitiation>[]> {
  if (leaving.length === 0) return []
  const bindings = await deps.channels.listBindings(agent)
  return leaving.map((one) => dispatchOne({ agent, signal, bindings }, one, deps))
}

async function dispatchOne(
  { agent, signal, bindings }: DispatchCall & { bindings: readonly LiveBinding[] },
  leaving: PersistedInitiation,
  deps: InitiationDeps,
): Promise<DispatchedInitiation> {
  const { row, rendered, locale } = leaving
  const { asid, channel } = row
  const target = await deps.findTarget({ agentKey: agent.key, asid, channel })
  const begunAt = deps.world.now()
  const back: DispatchedInitiation = { ...leaving, begunAt, outcome: 'back' }
  const binding = bindings.find((one) => one.channel === channel)
  const adapter = binding && deps.channels.findAdapter(binding)
  if (!binding || !adapter || !target || target.locale !== locale) return back
  // Its own note that it leaves is no hindrance.
  const block = checkDispatchable({ row: { ...row, handing: false }, now: begunAt, binding, target, adapter })
  if (block || isMarkedOtherwise(leaving, adapter)) return back
  const job = { agent, row, target, binding, adapter, rendered, signal, isBegun: true }
  const outcome = await dispatchBubble(job, true, deps).catch(requireDispatchFailedError)
  return { ...leaving, begunAt, outcome }
}

/** The binding went over to a provider that asks for another note. */
const isMarkedOtherwise = ({ row }: PersistedInitiation, { ignoresRepeats }: { ignoresRepeats: boolean }): boolean =>
  row.handing === ignoresRepeats

function requireDispatchFailedError(error: unknown): DispatchFailedError {
  if (error instanceof DispatchFailedError) return error
  throw error
}
