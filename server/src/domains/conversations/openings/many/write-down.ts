import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Delivered } from '../../dispatch/deliver.ts'
import { tell } from '../../dispatch/told.ts'
import { type Carrying, writeDown } from '../carry.ts'
import type { Opened, OpenerDeps } from '../deps.ts'
import type { Left } from './hand-over.ts'
import { type Gone, type Noted, noteTogether } from './queries/note.ts'
import { inTransaction, isOvertaken, untilAvailable } from './queries/take.ts'

export type Arrived = Left & { outcome: Delivered }

type Call = { agent: AgentKey; signal: AbortSignal }

/** Writes down together what has left, and alone what somebody was quicker with; answered in the order given. */
export async function writeDownTogether(
  call: Call,
  arrived: readonly Arrived[],
  deps: OpenerDeps,
): Promise<Promise<Opened>[]> {
  if (arrived.length === 0) return []
  const { agent } = call
  const noted = await untilAvailable(() => note(agent, arrived, deps), call.signal).catch((error: unknown) => {
    if (isOvertaken(error)) return new Map<number, Noted>()
    throw error
  })
  return arrived.map(async (one): Promise<Opened> => {
    const { row, outcome } = one
    const written = noted.get(row.message_key)
    if (!written) return writeDown(carryingOf(call, one), outcome, deps)
    return { kind: 'handed', messageId: row.id, text: outcome.set.text ?? '', at: written.sentAt }
  })
}

export function carryingOf({ agent, signal }: Call, { opening, row, begunAt }: Left): Carrying {
  return { ...opening, agent, row, signal, begunAt }
}

async function note(agent: AgentKey, arrived: readonly Arrived[], deps: OpenerDeps): Promise<Map<number, Noted>> {
  const gone = arrived.map(goneOf)
  const hears = (await deps.findAgent(agent.key))?.hearsStatuses
  if (!hears) return noteTogether(deps.db, agent, gone)
  return inTransaction(deps.db, async (tx) => {
    const noted = await noteTogether(tx, agent, gone)
    await tellSent(tx, agent, { arrived, noted }, deps)
    return noted
  })
}

type Telling = { arrived: readonly Arrived[]; noted: Map<number, Noted> }

/** In the order of the asids, like everybody who holds several conversations. */
async function tellSent(tx: Db, agent: AgentKey, { arrived, noted }: Telling, deps: OpenerDeps): Promise<void> {
  const inOrder = arrived.toSorted((one, other) => (one.row.asid < other.row.asid ? -1 : 1))
  for (const { row, binding } of inOrder) {
    if (!noted.get(row.message_key)?.isNew) continue
    await tell(tx, agent, { row, state: 'sent', provider: binding.provider }, deps)
  }
}

function goneOf({ opening, row, begunAt, outcome }: Arrived): Gone {
  const { at, set, handed } = outcome
  return {
    asid: row.asid,
    messageKey: row.message_key,
    provider: set.provider as string,
    locale: set.locale ?? null,
    text: set.text ?? '',
    at,
    since: begunAt,
    openedBy: opening.openedBy ?? null,
    conversationId: handed.conversationId ?? null,
    bindingKey: handed.dispatch?.bindingKey ?? null,
    channelMessageId: handed.dispatch?.channelMessageId ?? null,
  }
}
