import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { WriteLog } from '../deps.ts'
import { joinSession, type Session } from './session.ts'

type Deps = { world: World; announce: Announce; writeLog: WriteLog }

/** Joins the session that a message of the agent belongs to; where that starts one, it is told. */
export async function enterSession(
  tx: Db,
  agent: AgentKey,
  { asid, channel }: { asid: string; channel: Channel },
  { world, announce, writeLog }: Deps,
): Promise<Session> {
  const session = await joinSession(tx, agent, { asid, channel }, world)
  if (!session.started) return session
  const { id: sessionId, sandbox } = session
  writeLog(agent, { level: 'info', event: 'session.started', asid, sessionId, channel, data: { sessionId } })
  const data = { agentId: agent.id, userId: asid, sessionId, channel, initiatedBy: 'agent' }
  if (!sandbox) await announce(tx, { orgId: agent.orgId, type: 'conversation.started', data })
  return session
}
