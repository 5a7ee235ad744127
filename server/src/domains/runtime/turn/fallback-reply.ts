import type { Chip, Part } from '@parley/amf'
import { sendReply } from './send-reply.ts'
import { type TurnContext, textMessage } from './turn.ts'

const fallbackText = 'I am sorry, I cannot answer that right now. Please try again in a moment.'

/**
 * Ensures that the person gets an answer whatever happened in the turn. Parts that tools already showed replace the
 * fallback text.
 */
export async function sendFallbackReply(
  turn: TurnContext,
  shown: readonly Part[] = [],
  chips: readonly Chip[] = [],
): Promise<void> {
  turn.turnRecord.warnings.push('The person got the apology')
  const message = textMessage(fallbackText)
  const parts = shown.length > 0 ? [...shown] : message.parts
  await sendReply(turn, { ...message, parts, ...(chips.length > 0 && { chips: [...chips] }) })
}
