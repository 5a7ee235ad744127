import type { FindDispatched, InitiationDeps } from './deps.ts'
import { toConfirmedBubble } from './dispatch.ts'
import {
  initiationMessageIdOf,
  isConfirmedByReceipt,
  isPendingInitiation,
  toInitiationResult,
  toUnresolvedInitiation,
} from './message.ts'
import { findMessage } from './queries.ts'

export function createFindDispatched({ db }: Pick<InitiationDeps, 'db'>): FindDispatched {
  return async (agent, id) => {
    const row = await findMessage(db, agent, initiationMessageIdOf(id))
    if (!row) return undefined
    const isToldOf = isPendingInitiation(row) && isConfirmedByReceipt(row)
    if (isPendingInitiation(row) && !isToldOf && row.unresolved_since) return toUnresolvedInitiation(row)
    const ended = toInitiationResult(isToldOf ? { ...row, ...toConfirmedBubble(row).set } : row)
    return ended.kind === 'handed' ? ended : undefined
  }
}
