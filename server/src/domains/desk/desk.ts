import type { Db } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { AgentKey, OrgKey, Route } from '../../platform/http/route.ts'
import type { ClockSource } from '../../platform/sandbox-clock.ts'
import { type MissedConversation, type MissedEntry, readMissed } from './conversations/missed.ts'
import { moveConversation } from './conversations/move.ts'
import type { DeskDeps, HumanRequest } from './deps.ts'
import { createDeskStreams } from './events/stream.ts'
import { listDeskMembers } from './queries/members.ts'
import { lockTurn, readDeskSettings, recordTurn, removeFromTurns } from './queries/settings.ts'
import {
  findAbandonedConversations,
  findConversationsOfFormer,
  findHeldSince,
  findIdleConversations,
} from './queries/status.ts'
import { deskConversationRoutes } from './routes/conversations.ts'
import { deskRoutes } from './routes/desk.ts'
import { deskMessageRoutes } from './routes/messages.ts'
import { deskViewRoutes } from './routes/views.ts'
import { isDeskOpen } from './settings/hours.ts'
import { type DeskSettings, nextInTurn } from './settings/settings.ts'

export type Desk = {
  routes(): Route[]
  /** The person asked for a human. Undefined while the desk is off. */
  requestHuman(agent: AgentKey, asid: string): Promise<HumanRequest | undefined>
  /** What was said while a member held the conversation, for the agent's next turn. */
  readMissed(agent: AgentKey, missed: MissedConversation): Promise<MissedEntry[]>
  /** A person wrote in a conversation that the desk knows; the transaction holds the lock of the conversation. */
  onDeskContent(tx: Db, agent: AgentKey, about: { asid: string; at: Date }): Promise<void>
  /** A member left the org, or has another role or other agents: returns what they may no longer hold. */
  onMemberChanged(tx: Db, org: OrgKey, userId: string): Promise<void>
  /** Returns conversations that their holders left alone. */
  returnIdle(db: Db): Promise<void>
  /** Rehearsals that a member holds return when the person's clock passes their time. */
  clockSource: ClockSource
  /** Ends the open event streams. */
  close(): void
}

/** Composes the domain: members of the org beside the agent. */
export function createDesk(deps: DeskDeps): Desk {
  const streams = createDeskStreams(deps)
  return {
    routes: () => [
      ...deskRoutes({ ...deps, streams }),
      ...deskConversationRoutes(deps),
      ...deskMessageRoutes(deps),
      ...deskViewRoutes(deps),
    ],
    requestHuman: (agent, asid) => requestHuman(agent, asid, deps),
    readMissed: (agent, missed) => readMissed(deps.db, agent, missed),
    onDeskContent: async (tx, agent, { asid }) => {
      await moveConversation(tx, agent, { asid, action: { kind: 'userWrote' } }, deps)
    },
    onMemberChanged: (tx, org, userId) => returnFormer(tx, org, userId, deps),
    returnIdle: (db) => returnIdle(db, deps),
    clockSource: createReturnSource(deps),
    close: streams.close,
  }
}

function requestHuman(agent: AgentKey, asid: string, deps: DeskDeps): Promise<HumanRequest | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const settings = await readDeskSettings(tx, agent)
    if (!settings.enabled) return undefined
    const { waitingMessage, closedMessage } = settings
    if (!isDeskOpen(settings.hours, deps.world.now()))
      return { kind: 'closed', ...(closedMessage !== undefined && { message: closedMessage }) }
    const assignee = await findNextAssignee(tx, agent, settings)
    const moved = await moveConversation(tx, agent, { asid, action: { kind: 'request', assignee } }, deps)
    if (!moved) return undefined
    if (assignee !== undefined && 'move' in moved && moved.move && !moved.conversation.sandbox)
      await recordTurn(tx, agent, assignee)
    return { kind: 'waiting', ...(waitingMessage !== undefined && { message: waitingMessage }) }
  })
}

/** Locks the turn before the conversation, as every other transaction that needs both does. */
async function findNextAssignee(tx: Db, agent: AgentKey, settings: DeskSettings): Promise<string | undefined> {
  if (settings.assignment !== 'roundRobin') return undefined
  const last = await lockTurn(tx, agent)
  // An empty list is what remains when the last of its members has left.
  const chosen = settings.members?.length ? settings.members : undefined
  const pool = await listDeskMembers(tx, agent, chosen)
  return nextInTurn(
    pool.map(({ userId }) => userId),
    last,
  )
}

async function returnFormer(tx: Db, org: OrgKey, userId: string, deps: DeskDeps): Promise<void> {
  await removeFromTurns(tx, org, userId)
  for (const { agent, asid } of await findConversationsOfFormer(tx, org, userId)) {
    await moveConversation(tx, agent, { asid, action: { kind: 'memberLeft', userId } }, deps)
  }
}

const returnsPerRun = 500

/** Each in a transaction of its own: its holder may write at this moment, and then keeps it. */
async function returnIdle(db: Db, deps: DeskDeps): Promise<void> {
  for (const { agent, asid } of await findIdleConversations(db, deps.world.now(), returnsPerRun)) {
    await returnIfIdle(db, agent, asid, deps)
  }
  for (const { agent, asid, assignee } of await findAbandonedConversations(db, returnsPerRun)) {
    await inTransaction(db, (tx) =>
      moveConversation(tx, agent, { asid, action: { kind: 'memberLeft', userId: assignee } }, deps),
    )
  }
}

function returnIfIdle(db: Db, agent: AgentKey, asid: string, deps: DeskDeps): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { returnAfterMinutes } = await readDeskSettings(tx, agent)
    const since = new Date(deps.world.now().getTime() - returnAfterMinutes * 60_000)
    const moved = await moveConversation(tx, agent, { asid, action: { kind: 'idle', since } }, deps)
    return moved !== undefined && 'move' in moved && moved.move === 'returned'
  })
}

function createReturnSource(deps: DeskDeps): ClockSource {
  const { db } = deps
  return {
    async findNext(agent, asid) {
      const activeAt = await findHeldSince(db, agent, asid)
      if (!activeAt) return undefined
      const { returnAfterMinutes } = await readDeskSettings(db, agent)
      const at = new Date(activeAt.getTime() + returnAfterMinutes * 60_000)
      const perform = async () =>
        (await returnIfIdle(db, agent, asid, deps)) ? ({ kind: 'desk.returned' } as const) : undefined
      return { at, perform }
    },
  }
}
