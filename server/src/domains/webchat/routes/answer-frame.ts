import type { ClientFrame, Refusal, ServerFrame } from '@parley/webchat-protocol'
import type { VisitorChat } from '../deps.ts'
import { see } from '../seen.ts'
import { take } from '../take.ts'
import { type Doors, findChat, isOpen } from './chat.ts'

type Spoken = Exclude<ClientFrame, { hello: unknown }>
export type Spoke = { answer?: ServerFrame } | 'unknownVisitor'

/** What a frame of a known visitor comes to, whichever way it has come. */
export async function answerFrame(doors: Doors, known: VisitorChat, frame: Spoken): Promise<Spoke> {
  const name = `${known.agent.key}/${known.visitor}`
  if (!doors.frameRate(name)) return 'say' in frame ? { answer: refusal(frame.say.id, 'tooMany') } : {}
  // Asked each time: a line may stand for days, and the binding be disabled meanwhile.
  const chat = await findChat(doors, known.binding.id)
  if (!chat) return 'unknownVisitor'
  const visitorChat = { ...chat, visitor: known.visitor }
  if ('seen' in frame) {
    await see(doors, visitorChat, frame.seen)
    return {}
  }
  const may = isOpen(chat) ? doors.sayRate(name) : undefined
  if ('typing' in frame) {
    if (may) await doors.receive(chat.agent, chat.binding, [{ kind: 'typing', from: known.visitor }])
    return {}
  }
  const { id } = frame.say
  if (!may) return { answer: refusal(id, may === undefined ? 'closed' : 'tooMany') }
  const answer = await take(doors, visitorChat, frame.say)
  return answer ? { answer } : 'unknownVisitor'
}

function refusal(id: string, reason: Refusal): ServerFrame {
  return { refused: { id, reason } }
}
