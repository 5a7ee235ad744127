import { endingOf } from '../dispatch/ending.ts'
import { setMessage } from '../dispatch/queries/hand-overs.ts'
import { keyOf } from '../dispatch/queries/message-row.ts'
import type { Abandon, OpenerDeps } from './deps.ts'
import { isOpen, messageIdOf } from './message.ts'
import { lockMessage } from './queries.ts'

export function abandonerOf(deps: OpenerDeps): Abandon {
  return async (tx, agent, id, failure) => {
    const row = await lockMessage(tx, agent, messageIdOf(id))
    if (!row || !isOpen(row)) return
    const { set, write } = endingOf(agent, { row, ...failure }, deps)
    await setMessage(tx, agent, keyOf(row), set)
    await write(tx)
  }
}
