import type { ClientFrame, FrameRefusal, ServerFrame } from '@parley/webchat-protocol'
import type { VisitorChat } from '../deps.ts'

import { receiveMessage, reportReceipts } from '../receive-message.ts'
import { findChat, isChatOpen, type WebchatContext } from './context.ts'

type VisitorFrame = Exclude<ClientFrame, { hello: unknown }>
export type FrameResult = { answer?: ServerFrame } | 'unknownVisitor'

/** Handles a frame of an identified visitor, whichever transport it came through. */
export async function handleFrame(
  context: WebchatContext,
  known: VisitorChat,
  frame: VisitorFrame,
): Promise<FrameResult> {
  const name = `${known.agent.key}/${known.visitor}`
  if (!context.frameLimiter(name)) return 'say' in frame ? { answer: refusal(frame.say.id, 'tooMany') } : {}
  // Read each time: a connection may last for days, and the binding may be disabled in the meantime.
  const chat = await findChat(context, known.binding.id)
  if (!chat) return 'unknownVisitor'
  const visitorChat = { ...chat, visitor: known.visitor }
  if ('seen' in frame) {
    await reportReceipts(context, visitorChat, frame.seen)
    return {}
  }
  const may = isChatOpen(chat) ? context.messageLimiter(name) : undefined
  if ('typing' in frame) {
    if (may) await context.receive(chat.agent, chat.binding, [{ kind: 'typing', from: known.visitor }])
    return {}
  }
  const { id } = frame.say
  if (!may) return { answer: refusal(id, may === undefined ? 'closed' : 'tooMany') }
  const answer = await receiveMessage(context, visitorChat, frame.say)
  return answer ? { answer } : 'unknownVisitor'
}

function refusal(id: string, reason: FrameRefusal): ServerFrame {
  return { refused: { id, reason } }
}
