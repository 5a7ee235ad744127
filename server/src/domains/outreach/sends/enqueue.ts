import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import { sendUpdated } from './events.ts'
import { insertSends } from './queries.ts'
import type { NewSend } from './send.ts'
import { nudgeSends } from './worker.ts'

/** Enqueues a send to a known person; returns false when its key is used or the person no longer exists. */
export async function enqueueSend(tx: Db, agent: AgentKey, send: NewSend, announce: Announce): Promise<boolean> {
  const added = await insertSends(tx, agent, [{ ...send, known: true }])
  if (added.size === 0) return false
  await announce(tx, sendUpdated(agent, { ...send, state: 'queued' }))
  nudgeSends(tx)
  return true
}
