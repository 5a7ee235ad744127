import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import { emptyLedger } from '../turn/turn.ts'
import type { TurnContent, TurnRecord } from '../turns/turn.ts'
import { insertTurn } from './queries.ts'

export type BareTurn = Pick<TurnContent, 'input' | 'messages' | 'warnings'> & {
  asid: string
  sessionId: string
  eventId: string
  channel: Channel
}

/** The turn of an agent that answers by itself, at its webhook: what is known of it here. */
export async function keepBareTurn(db: Db, agent: AgentKey, bare: BareTurn, world: World): Promise<TurnRecord> {
  const { asid, input, messages, warnings, ...about } = bare
  const content: TurnContent = { ...emptyLedger(), input, messages, warnings }
  const at = world.now()
  const id = world.newId('trn')
  await insertTurn(db, agent, { id, asid, ...about, at, content })
  return { id, userId: asid, ...about, test: true, at: at.toISOString(), ...content }
}
