import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/http/access.ts'
import { parsePageToken, toListPage } from '../../../platform/http/page.ts'
import { invalidRequest, notFound, type Problem, problem } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { audiences } from '../../people/index.ts'
import { moveConversation } from '../conversations/move.ts'
import { findReplyRefusal } from '../conversations/refusal.ts'
import {
  AssignBody,
  DeskConversationDetail,
  DeskConversationEntry,
  DeskListParameters,
  DeskNote,
  DeskViewerParameters,
  MemberBody,
  NoteBody,
  ReturnBody,
  SeenBody,
  SnoozeBody,
  TakeBody,
} from '../conversations/schemas.ts'
import { serializeEntry, serializeMove, serializeNote } from '../conversations/serializer.ts'
import type { DeskAction } from '../conversations/transitions.ts'
import type { DeskDeps } from '../deps.ts'
import { findActingMember, findNamedMember, viewerIdOf } from '../members/acting-member.ts'
import {
  findDeskEntry,
  insertNote,
  listAsidsOfPeople,
  listDeskEntries,
  listHistory,
  listNotes,
} from '../queries/conversations.ts'
import { findDeskMember } from '../queries/members.ts'
import { recordView } from '../queries/presence.ts'
import { readDeskSettings } from '../queries/settings.ts'
import { insertDeskEvent, lockDeskConversation } from '../queries/status.ts'

const tag = 'Desk'
const read = { role: 'viewer', scope: 'messages:read', frontDesk: 'messages:read', tag } as const
const write = { role: 'editor', scope: 'agents:write', frontDesk: 'people:write', tag } as const
const one = '/desk/conversations/:userId'

export function deskConversationRoutes(deps: DeskDeps): Route[] {
  const move = createMove(deps)
  return [listRoute(), detailRoute(), seenRoute(), noteRoute(), ...holdingRoutes(move), ...endingRoutes(move)]
}

/** People whose names match; more matches than this are a search that nobody reads to the end. */
const maxPeopleFound = 200

async function findSearched(db: Db, agent: AgentKey, q: string | undefined): Promise<string[] | undefined> {
  if (q === undefined || q.trim() === '') return undefined
  const filter = audiences.parseFilter({ q })
  const { people } = await audiences.list(db, agent, { filter, sort: '-lastSeenAt', limit: maxPeopleFound })
  const found = await listAsidsOfPeople(
    db,
    agent,
    people.map(({ key }) => key),
  )
  // A userId is found too.
  return [...found, q.trim()]
}

function listRoute(): Route {
  return agentRoute({
    ...read,
    method: 'GET',
    path: '/desk/conversations',
    summary: 'List the conversations of the desk, newest session first',
    description:
      'Every conversation except rehearsals. Snoozed ones are hidden until their time. The views `waiting` and `unassigned` begin with the ' +
      'longest wait.',
    query: DeskListParameters,
    response: listSchema(DeskConversationEntry),
    handle: async ({ tx, agent, caller, query, world }) => {
      const { q, as, pageToken, snoozed = false, ...filters } = query
      const asids = await findSearched(tx, agent, q)
      const rows = await listDeskEntries(tx, agent, {
        ...filters,
        asids,
        snoozed,
        now: world.now(),
        after: parsePageToken(pageToken),
        viewerId: viewerIdOf(caller, as),
      })
      return toListPage(rows, query.limit, ({ cursor }) => cursor, serializeEntry)
    },
  })
}

function detailRoute(): Route {
  return agentRoute({
    ...read,
    method: 'GET',
    path: one,
    summary: 'Read a conversation of the desk, with its notes and the history of its moves',
    description: 'Also a rehearsal.',
    query: DeskViewerParameters,
    response: DeskConversationDetail,
    handle: async ({ tx, agent, caller, params, query, world }) => {
      const viewerId = viewerIdOf(caller, query.as)
      return readDetail(tx, agent, { asid: params.userId, viewerId, now: world.now() })
    },
  })
}

async function readDetail(
  db: Db,
  agent: AgentKey,
  whose: { asid: string; viewerId: string; now: Date },
): Promise<z.input<typeof DeskConversationDetail>> {
  const [entry, notes, history] = await Promise.all([
    findDeskEntry(db, agent, whose),
    listNotes(db, agent, whose.asid),
    listHistory(db, agent, whose.asid),
  ])
  if (!entry) throw notFound()
  const refusal = await findReplyRefusal(db, agent, entry, whose.now)
  return { ...serializeEntry(entry), ...refusal, notes: notes.map(serializeNote), history: history.map(serializeMove) }
}

function seenRoute(): Route {
  return agentRoute({
    ...read,
    method: 'POST',
    path: `${one}/_seen`,
    summary: 'Record that the caller has opened a conversation',
    description:
      'Its messages so far count as read for the caller, or for the member that an API key names. With `present`, other members see ' +
      'for half a minute that the caller is there.',
    body: SeenBody,
    audited: false,
    find: ({ tx, agent, params }) => lockDeskConversation(tx, agent, params.userId),
    handle: async ({ tx, agent, caller, found, body, world }) => {
      const { as, present } = body
      if (as !== undefined) await findActingMember(tx, { agent, caller, as })
      await recordView(tx, agent, { asid: found.asid, viewerId: viewerIdOf(caller, as), now: world.now(), present })
    },
  })
}

function noteRoute(): Route {
  return agentRoute({
    ...write,
    method: 'POST',
    path: `${one}/notes`,
    summary: 'Add a note to a conversation',
    description: 'Only members see it. It is never sent, and no model reads it.',
    body: NoteBody,
    response: DeskNote,
    status: 201,
    find: ({ tx, agent, params }) => lockDeskConversation(tx, agent, params.userId),
    handle: async ({ tx, agent, caller, found, body, world }) => {
      const { userId: memberId } = await findActingMember(tx, { agent, caller, as: body.as })
      const { asid, status, sandbox } = found
      const [id, at] = [world.newId('note'), world.now()]
      await insertNote(tx, agent, { asid, id, text: body.text, memberId, at })
      await insertDeskEvent(tx, agent, { asid, kind: 'note', status, memberId, sandbox, at })
      return serializeNote({ id, text: body.text, member_id: memberId, at })
    },
  })
}

const taken = (holder: { userId: string; name?: string }): Problem =>
  problem('desk.taken', 409, {
    detail: `${holder.name ?? holder.userId} holds the conversation`,
    holder,
  })

type Move = { agent: AgentKey; caller: Caller; asid: string; as: string | undefined }

type MoveOne = (
  request: Move,
  toAction: (tx: Db, memberId: string) => Promise<DeskAction> | DeskAction,
) => Promise<z.input<typeof DeskConversationDetail>>

function createMove(deps: DeskDeps): MoveOne {
  /** Answers once the move is committed and, if a member now holds the conversation, the agent is silent everywhere. */
  return async ({ agent, caller, asid, as }, toAction) => {
    const memberId = await inTransaction(deps.db, async (tx) => {
      const acting = await findActingMember(tx, { agent, caller, as })
      if (!(await readDeskSettings(tx, agent)).enabled) throw problem('desk.disabled', 409)
      const moved = await moveConversation(tx, agent, { asid, action: await toAction(tx, acting.userId) }, deps)
      if (!moved) throw notFound()
      if ('refused' in moved) {
        if (moved.refused === 'notHeld') throw problem('desk.not_held', 409)
        throw taken((await findDeskMember(tx, agent, moved.holder)) ?? { userId: moved.holder })
      }
      return acting.userId
    })
    const after = await readDetail(deps.db, agent, { asid, viewerId: memberId, now: deps.world.now() })
    if (after.state === 'human' && !after.test) await deps.silenceAgent(agent, asid)
    return after
  }
}

const shared = {
  ...write,
  method: 'POST',
  response: DeskConversationDetail,
  // The response waits, after the commit, until no process sends for the agent anymore.
  transaction: false,
} as const
const find = async ({ tx, agent, params }: { tx: Db; agent: AgentKey; params: { userId: string } }) =>
  findDeskEntry(tx, agent, { asid: params.userId, viewerId: '' })

function holdingRoutes(move: MoveOne): Route[] {
  return [
    agentRoute({
      ...shared,
      path: `${one}/_take`,
      summary: 'Take a conversation: the agent falls silent',
      body: TakeBody,
      problems: ['desk.taken', 'desk.disabled'],
      find,
      handle: ({ agent, caller, found, body }) =>
        move({ agent, caller, asid: found.asid, as: body.as }, (_tx, by) => ({
          kind: 'take',
          by,
          force: body.force,
        })),
    }),
    agentRoute({
      ...shared,
      path: `${one}/_assign`,
      summary: 'Assign a conversation to a member, who then holds it',
      body: AssignBody,
      problems: ['desk.disabled'],
      find,
      handle: ({ agent, caller, found, body }) =>
        move({ agent, caller, asid: found.asid, as: body.as }, async (tx, by) => {
          const { userId: to } = await findNamedMember(tx, { agent, field: 'userId', userId: body.userId })
          return { kind: 'assign', by, to }
        }),
    }),
  ]
}

function endingRoutes(move: MoveOne): Route[] {
  return [
    agentRoute({
      ...shared,
      path: `${one}/_return`,
      summary: 'Return a conversation to the agent',
      description: 'The agent learns what was said without it, and the note.',
      body: ReturnBody,
      problems: ['desk.disabled'],
      find,
      handle: ({ agent, caller, found, body }) =>
        move({ agent, caller, asid: found.asid, as: body.as }, (_tx, by) => ({
          kind: 'return',
          by,
          note: body.note,
        })),
    }),
    agentRoute({
      ...shared,
      path: `${one}/_close`,
      summary: 'Close a conversation; the next message of the person goes to the agent',
      body: MemberBody,
      problems: ['desk.disabled'],
      find,
      handle: ({ agent, caller, found, body }) =>
        move({ agent, caller, asid: found.asid, as: body.as }, (_tx, by) => ({ kind: 'close', by })),
    }),
    agentRoute({
      ...shared,
      path: `${one}/_snooze`,
      summary: 'Hide a conversation from the lists until a time, or until the person writes',
      body: SnoozeBody,
      problems: ['desk.disabled'],
      find,
      handle: ({ agent, caller, found, body, world }) => {
        const until = new Date(body.until)
        if (until <= world.now()) throw invalidRequest([{ field: 'until', message: 'must be in the future' }])
        return move({ agent, caller, asid: found.asid, as: body.as }, (_tx, by) => ({ kind: 'snooze', by, until }))
      },
    }),
  ]
}
