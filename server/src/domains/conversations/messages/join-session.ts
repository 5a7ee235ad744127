import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce, OutboxEvent } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { WriteLog } from '../deps.ts'
import { insertConversationSession } from '../sessions/queries.ts'
import { isSessionLive, isSessionUncertain } from '../sessions/session.ts'
import { ensureConversation, findLastAcceptedAt, lockConversation, updateSession } from './queries.ts'

type JoinSessionDeps = { world: World; announce: Announce; writeLog: WriteLog }

/** Joins the session that an agent's message belongs to, and publishes the start of a new one. */
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

/** Publishes sessions that our side started. */
export async function publishSessionsStarted(
  tx: Db,
  agent: AgentKey,
  sessions: readonly StartedSession[],
  { announce, writeLog }: Omit<JoinSessionDeps, 'world'>,
): Promise<void> {
  logSessionsStarted(agent, sessions, writeLog)
  const published = sessions.filter(({ sandbox }) => !sandbox)
  await announce(tx, ...published.map((session) => sessionStartedEvent(agent, session)))
}

export function logSessionsStarted(
  agent: AgentKey,
  sessions: readonly Omit<StartedSession, 'sandbox'>[],
  writeLog: WriteLog,
): void {
  for (const { asid, channel, sessionId } of sessions) {
    writeLog(agent, { level: 'info', event: 'session.started', asid, sessionId, channel, data: { sessionId } })
  }
}

export function sessionStartedEvent(
  agent: AgentKey,
  { asid: userId, channel, sessionId }: Omit<StartedSession, 'sandbox'>,
): OutboxEvent {
  const data = { agentId: agent.id, userId, sessionId, channel, initiatedBy: 'agent' }
  return { orgId: agent.orgId, type: 'conversation.started', data }
}

type JoinedSession = { id: string; sandbox: boolean; started: boolean }

/** Joins the session that an agent's message belongs to: extends the live one or starts a new one. */
export async function joinSession(
  tx: Db,
  agent: AgentKey,
  { asid, channel }: { asid: string; channel: Channel },
  world: World,
): Promise<JoinedSession> {
  const now = world.now()
  const fresh = { asid, id: world.newId('ses'), channel, startedAt: now }
  const known = await lockConversation(tx, agent, asid)
  if (!known) {
    await ensureConversation(tx, agent, fresh)
    const made = await lockConversation(tx, agent, asid)
    const started = made?.sessionId === fresh.id
    if (started) await insertConversationSession(tx, agent, fresh)
    return { id: made?.sessionId ?? fresh.id, sandbox: made?.sandbox ?? false, started }
  }
  const { sessionId, sessionAt, sandbox } = known
  const unsure = isSessionUncertain(sessionAt, now)
  const lastAt = unsure ? ((await findLastAcceptedAt(tx, agent, asid)) ?? sessionAt) : sessionAt
  if (isSessionLive(lastAt, now)) {
    await updateSession(tx, agent, asid, { now })
    return { id: sessionId, sandbox, started: false }
  }
  await updateSession(tx, agent, asid, { now, fresh })
  await insertConversationSession(tx, agent, fresh)
  return { id: fresh.id, sandbox, started: true }
}
