import { getProfile, type Part } from '@parley/amf'
import type { ModelStream } from '../models/model.ts'
import { composeReply, isEmptyMessage } from './compose.ts'
import { findViolatedRule } from './rules.ts'
import { sendReply } from './send-reply.ts'
import type { TurnContext } from './turn.ts'

/** The beginning of an answer that was sent while the model was still writing. */
export type SentBeginning = { text: string; parts: Part[] }

export type ReplyStream = ModelStream & { sent?: SentBeginning }

/** Where people see that the agent is typing, they also see its first paragraph before the second is written. */
export function canStream({ input }: TurnContext): boolean {
  return !input.sandbox && (input.channel === 'webchat' || getProfile(input.channel).typing)
}

/**
 * Sends the first paragraph of the answer as soon as it is complete. Rules judge it first: if one is violated, or the
 * markup is broken, nothing is sent and the complete reply decides.
 */
export function createReplyStream(turn: TurnContext, wordsBefore: readonly string[]): ReplyStream {
  let isDone = false
  const stream: ReplyStream = {
    hasSent: () => stream.sent !== undefined,
    async write(textSoFar) {
      if (isDone) return
      const end = findParagraphEnd(textSoFar)
      if (end === undefined) return
      isDone = true
      const text = textSoFar.slice(0, end)
      const { warnings } = turn.turnRecord
      const warned = warnings.length
      const written = [...wordsBefore, text].join('\n\n')
      const { message, problem } = await composeReply(turn, written, { attachedParts: [], chips: [] })
      const { rules } = turn.input.definition
      if (problem || isEmptyMessage(message) || message.chips?.length || findViolatedRule(rules, message)) {
        warnings.length = warned
        return
      }
      stream.sent = { text, parts: message.parts }
      await sendReply(turn, message)
    },
  }
  return stream
}

/** The end of the first paragraph: a blank line that is in no marker. */
function findParagraphEnd(text: string): number | undefined {
  for (const { index } of text.matchAll(/\n[ \t]*\n/g)) {
    const before = text.slice(0, index)
    if (before.trim() && before.split('[[').length === before.split(']]').length && isOutsideFence(before)) return index
  }
  return undefined
}

const isOutsideFence = (text: string): boolean => text.split('```').length % 2 === 1
