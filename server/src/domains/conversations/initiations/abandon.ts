import { buildFailureWrites } from '../dispatch/failure-writes.ts'
import { updateMessage } from '../dispatch/queries/dispatches.ts'
import { messageKeyOf } from '../dispatch/queries/message-row.ts'
import { closeUnresolved } from '../dispatch/unresolved/queries/unresolved.ts'
import type { Abandon, InitiationDeps } from './deps.ts'
import { initiationMessageIdOf, isPendingInitiation } from './message.ts'
import { lockMessage } from './queries.ts'

const possiblyDelivered = {
  reason: 'unknownOutcome',
  detail: 'It was given up while nobody could tell whether the channel has the message',
}

export function createAbandon(deps: InitiationDeps): Abandon {
  return async (tx, agent, id, failure) => {
    const row = await lockMessage(tx, agent, initiationMessageIdOf(id))
    if (!row || !isPendingInitiation(row)) return
    const { set, write } = buildFailureWrites(agent, { row, ...(row.handing ? possiblyDelivered : failure) }, deps)
    const since = row.unresolved_since ?? (row.handing ? deps.world.now() : null)
    await updateMessage(tx, agent, messageKeyOf(row), { ...set, unresolved_since: since })
    await write(tx)
    await closeUnresolved(tx, agent, row.id)
  }
}
