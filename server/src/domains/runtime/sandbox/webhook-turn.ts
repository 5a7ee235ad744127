import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import { createTurnRecord } from '../turn/turn.ts'
import type { TurnContent, TurnRecord } from '../turns/turn.ts'
import { createOptOutEffect } from './effects.ts'
import { insertSandboxTurn } from './queries.ts'

export type StoredWebhookTurn = Pick<TurnContent, 'messages' | 'warnings'> & {
  input: NonNullable<TurnContent['input']>
  asid: string
  sessionId: string
  eventId: string
  channel: Channel
  /** Whether this turn opts the person out of further messages. */
  optsOut: boolean
}

/** Saves the turn of an agent that answers through its own webhook; only these fields are available for it. */
export async function saveWebhookTurn(
  db: Db,
  agent: AgentKey,
  bare: StoredWebhookTurn,
  world: World,
): Promise<TurnRecord> {
  const { asid, input, messages, warnings, optsOut, ...about } = bare
  const at = world.now()
  const effects = optsOut ? [{ ...createOptOutEffect(input.text), at: at.toISOString() }] : []
  const content: TurnContent = { ...createTurnRecord(), input, messages, warnings, effects }
  const id = world.newId('trn')
  await insertSandboxTurn(db, agent, { id, asid, ...about, at, content })
  return { id, userId: asid, ...about, test: true, at: at.toISOString(), ...content }
}
