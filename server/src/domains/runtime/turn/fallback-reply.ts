import type { Chip, Part } from '@parley/amf'
import { sendReply } from './send-reply.ts'
import { type TurnContext, textMessage } from './turn.ts'

const fallbackText = 'I am sorry, I cannot answer that right now. Please try again in a moment.'

/** Whatever has become of a turn, the person gets an answer. What tools have shown already is shown in place of it. */
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
