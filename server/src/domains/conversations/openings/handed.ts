import { confirmed } from './carry.ts'
import type { OpenerDeps, WasHanded } from './deps.ts'
import { endOf, isConfirmed, isOpen, messageIdOf, unresolvedOpening } from './message.ts'
import { findMessage } from './queries.ts'

export function handedReaderOf({ db }: Pick<OpenerDeps, 'db'>): WasHanded {
  return async (agent, id) => {
    const row = await findMessage(db, agent, messageIdOf(id))
    if (!row) return undefined
    const isToldOf = isOpen(row) && isConfirmed(row)
    if (isOpen(row) && !isToldOf && row.unresolved_since) return unresolvedOpening(row)
    const ended = endOf(isToldOf ? { ...row, ...confirmed(row).set } : row)
    return ended.kind === 'handed' ? ended : undefined
  }
}
