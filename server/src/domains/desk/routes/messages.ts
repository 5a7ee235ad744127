import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import type { AcceptResult } from '../../conversations/index.ts'
import {
  MemberBody,
  type MemberMessageBody,
  MemberMessageBody as MessageBody,
  SentMemberMessage,
} from '../conversations/schemas.ts'
import { applyDeskAction } from '../conversations/transitions.ts'
import type { DeskDeps } from '../deps.ts'
import { findActingMember } from '../members/acting-member.ts'
import { type DeskEntry, findDeskEntry } from '../queries/conversations.ts'
import type { DeskMember } from '../queries/members.ts'
import { stopTyping } from '../queries/presence.ts'
import { insertDeskEvent, lockDeskConversation, saveDeskStatus } from '../queries/status.ts'
import { fillReply } from '../replies.ts'

const write = {
  role: 'editor',
  scope: 'agents:write',
  frontDesk: 'people:write',
  tag: 'Desk',
  method: 'POST',
  transaction: false,
} as const
const one = '/desk/conversations/:userId'

type MemberSend = { agent: AgentKey; conversation: DeskEntry; member: DeskMember; id?: string; message: unknown }

export function deskMessageRoutes(deps: DeskDeps): Route[] {
  const find = async ({ tx, agent, params }: { tx: Db; agent: AgentKey; params: { userId: string } }) =>
    findDeskEntry(tx, agent, { asid: params.userId, viewerId: '' })
  return [
    agentRoute({
      ...write,
      path: `${one}/messages`,
      verb: 'send',
      summary: 'Write to the person, as the member who holds the conversation',
      description:
        'Exactly one of `text`, `message` (AMF), `aml` and `replyId`. The rules of the channel apply: a refused message is 422 with the ' +
        '`reason` that `POST /v4/messages` gives.',
      body: MessageBody,
      response: SentMemberMessage,
      status: 201,
      problems: ['desk.not_held', 'desk.message_refused'],
      find,
      handle: async ({ tx, agent, caller, found, body }) => {
        const member = await findActingMember(tx, { agent, caller, as: body.as })
        const message = await toMessage(tx, agent, { body, personId: found.personId }, deps)
        const { messageId } = await sendAsMember({ agent, conversation: found, member, id: body.id, message }, deps)
        return { messageId }
      },
    }),
    agentRoute({
      ...write,
      path: `${one}/typing`,
      verb: 'show',
      summary: 'Show the person that the member is typing',
      body: MemberBody,
      problems: ['desk.not_held', 'desk.message_refused'],
      audited: false,
      find,
      handle: async ({ tx, agent, caller, found, body }) => {
        const member = await findActingMember(tx, { agent, caller, as: body.as })
        const message = { spec: 'amf/1', signal: 'typing' }
        await sendAsMember({ agent, conversation: found, member, message }, deps)
      },
    }),
  ]
}

async function toMessage(
  db: Db,
  agent: AgentKey,
  { body, personId }: { body: MemberMessageBody; personId?: string },
  deps: DeskDeps,
): Promise<unknown> {
  if (body.text !== undefined) return { spec: 'amf/1', parts: [{ type: 'text', text: body.text }] }
  if (body.message !== undefined) return body.message
  if (body.aml !== undefined) return { aml: body.aml }
  return { aml: await fillReply(db, agent, { replyId: body.replyId ?? '', personId }, deps) }
}

/** The message and its record in the history of the desk are written in one transaction, which checks the holder. */
async function sendAsMember(
  { agent, conversation, member, id, message }: MemberSend,
  deps: DeskDeps,
): Promise<AcceptResult> {
  const { asid, sandbox } = conversation
  const author = {
    ...member,
    id,
    onAccepted: (tx: Db, messageId: string) => recordMemberMessage(tx, agent, { asid, messageId, member }, deps),
  }
  const [result] = await deps.accept(agent, [{ asid, message, sandbox, author }])
  if (!result) throw new Error('a message was neither accepted nor refused')
  if (result.accepted) return result
  const { reason, detail } = result
  if (reason === 'heldByHuman') throw problem('desk.not_held', 409)
  throw problem('desk.message_refused', 422, { reason, ...(detail !== undefined && { detail }) })
}

async function recordMemberMessage(
  tx: Db,
  agent: AgentKey,
  { asid, messageId, member }: { asid: string; messageId: string; member: DeskMember },
  { world }: DeskDeps,
): Promise<void> {
  const found = await lockDeskConversation(tx, agent, asid)
  if (!found) return
  const at = world.now()
  const result = applyDeskAction(found.status, { kind: 'memberWrote', by: member.userId }, at)
  if ('refused' in result) return
  await saveDeskStatus(tx, agent, asid, result.after)
  await stopTyping(tx, agent, { asid, viewerId: member.userId })
  const { seconds } = result
  const event = { asid, kind: 'message', status: result.after, memberId: member.userId, messageId, seconds } as const
  await insertDeskEvent(tx, agent, { ...event, sandbox: found.sandbox, at })
}
