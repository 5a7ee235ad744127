import type { AgentKey } from '../../../../platform/http/route.ts'
import { DispatchFailed, type LiveBinding } from '../../../channels/index.ts'
import { type Delivered, deliver } from '../../dispatch/deliver.ts'
import { hindranceOf } from '../../dispatch/hindrance.ts'
import type { MessageRow } from '../../dispatch/queries/message-row.ts'
import type { OpenerDeps } from '../deps.ts'
import type { Plain } from './sort.ts'

/** What was taken down, and is about to leave. */
export type Leaving = Plain & { row: MessageRow }

/** `back`: something has come between, and it has not left. */
export type Left = Leaving & { begunAt: Date; outcome: Delivered | DispatchFailed | 'back' }

type Call = { agent: AgentKey; signal: AbortSignal }

/** Hands all of them over at once, each by itself. STOP is read here again, with whatever else may have changed. */
export async function handOverTogether(
  { agent, signal }: Call,
  leaving: readonly Leaving[],
  deps: OpenerDeps,
): Promise<Promise<Left>[]> {
  if (leaving.length === 0) return []
  const bindings = await deps.channels.of(agent)
  return leaving.map((one) => handOver({ agent, signal, bindings }, one, deps))
}

async function handOver(
  { agent, signal, bindings }: Call & { bindings: readonly LiveBinding[] },
  leaving: Leaving,
  deps: OpenerDeps,
): Promise<Left> {
  const { row, rendered, locale } = leaving
  const { asid, channel } = row
  const target = await deps.findTarget({ agentKey: agent.key, asid, channel })
  const begunAt = deps.world.now()
  const back: Left = { ...leaving, begunAt, outcome: 'back' }
  const binding = bindings.find((one) => one.channel === channel)
  const adapter = binding && deps.channels.adapterFor(binding)
  if (!binding || !adapter || !target || target.locale !== locale) return back
  // Its own note that it leaves is no hindrance.
  const hindrance = hindranceOf({ row: { ...row, handing: false }, now: begunAt, binding, target, adapter })
  if (hindrance || isOtherwise(leaving, adapter)) return back
  const job = { agent, row, target, binding, adapter, rendered, signal, isBegun: true }
  const outcome = await deliver(job, true, deps).catch(failureOf)
  return { ...leaving, begunAt, outcome }
}

/** The binding went over to a provider that asks for another note. */
const isOtherwise = ({ row }: Leaving, { ignoresRepeats }: { ignoresRepeats: boolean }): boolean =>
  row.handing === ignoresRepeats

function failureOf(error: unknown): DispatchFailed {
  if (error instanceof DispatchFailed) return error
  throw error
}
