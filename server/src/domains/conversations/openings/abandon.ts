import { endingOf } from '../dispatch/ending.ts'
import { setMessage } from '../dispatch/queries/hand-overs.ts'
import { keyOf } from '../dispatch/queries/message-row.ts'
import { closeUnresolved } from '../dispatch/unresolved/queries/unresolved.ts'
import type { Abandon, OpenerDeps } from './deps.ts'
import { isOpen, messageIdOf } from './message.ts'
import { lockMessage } from './queries.ts'

const mayBeThere = {
  reason: 'unknownOutcome',
  detail: 'It was given up while nobody could tell whether the channel has the message',
}

export function abandonerOf(deps: OpenerDeps): Abandon {
  return async (tx, agent, id, failure) => {
    const row = await lockMessage(tx, agent, messageIdOf(id))
    if (!row || !isOpen(row)) return
    const { set, write } = endingOf(agent, { row, ...(row.handing ? mayBeThere : failure) }, deps)
    const since = row.unresolved_since ?? (row.handing ? deps.world.now() : null)
    await setMessage(tx, agent, keyOf(row), { ...set, unresolved_since: since })
    await write(tx)
    await closeUnresolved(tx, agent, row.id)
  }
}
