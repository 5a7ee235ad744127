import { strings } from '#i18n/desk.ts'
import { createAgentTextBubble, createNoteBubble, type HandsetBubble } from '../../../components/handset/bubbles.ts'
import { type AgentMessageEntry, buildTranscript } from '../../inbox/transcript.ts'
import type { OutgoingMessage } from '../composer/outbox.ts'
import type { DeskConversationDetail } from '../desk-data.ts'

type Sources = {
  /** Newest first, as in the API. */
  entries: readonly AgentMessageEntry[]
  detail: Pick<DeskConversationDetail, 'notes' | 'history'>
  /** Messages that this browser has not sent yet. */
  outgoing: readonly OutgoingMessage[]
  nameOf: (userId: string) => string
}

/** The conversation as the person saw it, with the notes and moves of members in between, and unsent messages last. */
export function buildDeskTranscript({ entries, detail, outgoing, nameOf }: Sources): HandsetBubble[] {
  const between = [...toNotes(detail, nameOf), ...toMoves(detail, nameOf)].sort(byTime)
  return [...mergeByTime(buildTranscript(entries), between), ...outgoing.map(toPendingBubble)]
}

const toNotes = ({ notes }: Sources['detail'], nameOf: Sources['nameOf']): HandsetBubble[] =>
  notes.map(({ id, by, text, at }) => ({ ...createNoteBubble(id, strings.note(nameOf(by), text), 'team'), at }))

function toMoves({ history }: Sources['detail'], nameOf: Sources['nameOf']): HandsetBubble[] {
  return history.map(({ at, move, by, assignee }, index) => {
    const actor = by === undefined ? strings.moves.itself : nameOf(by)
    const describe = strings.moves.history[move]
    const text = describe ? describe(actor, nameOf(assignee ?? '')) : move
    return { ...createNoteBubble(`move ${index} ${at}`, text), at }
  })
}

const byTime = (one: HandsetBubble, other: HandsetBubble) => Date.parse(one.at ?? '') - Date.parse(other.at ?? '')

/** Inserts each entry before the first bubble that is later. Days have no time and stay with the bubble after them. */
function mergeByTime(bubbles: readonly HandsetBubble[], between: readonly HandsetBubble[]): HandsetBubble[] {
  const rest = [...between]
  const merged: HandsetBubble[] = []
  for (const [index, bubble] of bubbles.entries()) {
    const at = bubble.at ?? bubbles[index + 1]?.at
    while (at !== undefined && rest[0]?.at !== undefined && Date.parse(rest[0].at) < Date.parse(at))
      merged.push(rest.shift() as HandsetBubble)
    merged.push(bubble)
  }
  return [...merged, ...rest]
}

function toPendingBubble({ id, content, at, error }: OutgoingMessage): HandsetBubble {
  const text = 'text' in content ? content.text : content.aml
  const state = error === undefined ? { delivery: 'pending' as const } : { delivery: 'failed' as const, error }
  return createAgentTextBubble(text, { messageId: `outgoing ${id}`, at, ...state })
}

/** Names of the members who wrote messages, by message. */
export const listAuthors = (entries: readonly AgentMessageEntry[]): Map<string, string> =>
  new Map(entries.flatMap(({ messageId, author }) => (author ? [[messageId, author.name] as const] : [])))
