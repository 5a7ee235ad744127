import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { WriteLog } from '../deps.ts'
import { type JoinedSession, joinSession } from './session.ts'

type JoinSessionDeps = { world: World; announce: Announce; writeLog: WriteLog }

/** Joins the session that a message of the agent belongs to; where that starts one, it is told. */
export async function joinSessionAndPublish(
  tx: Db,
  agent: AgentKey,
  { asid, channel }: { asid: string; channel: Channel },
  deps: JoinSessionDeps,
): Promise<JoinedSession> {
  const session = await joinSession(tx, agent, { asid, channel }, deps.world)
  const { id: sessionId, sandbox, started } = session
  if (started) await publishSessionsStarted(tx, agent, [{ asid, channel, sessionId, sandbox }], deps)
  return session
}

type StartedSession = { asid: string; channel: Channel; sessionId: string; sandbox: boolean }

/** Sessions that our side has begun. */
export async function publishSessionsStarted(
  tx: Db,
  agent: AgentKey,
  sessions: readonly StartedSession[],
  { announce, writeLog }: Omit<JoinSessionDeps, 'world'>,
): Promise<void> {
  for (const { asid, channel, sessionId } of sessions) {
    writeLog(agent, { level: 'info', event: 'session.started', asid, sessionId, channel, data: { sessionId } })
  }
  const events = sessions.flatMap(({ asid: userId, channel, sessionId, sandbox }) => {
    const data = { agentId: agent.id, userId, sessionId, channel, initiatedBy: 'agent' }
    return sandbox ? [] : [{ orgId: agent.orgId, type: 'conversation.started', data }]
  })
  await announce(tx, ...events)
}
