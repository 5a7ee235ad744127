import type { Chip, Part } from '@parley/amf'
import { speak } from './speak.ts'
import { type Turn, textMessage } from './turn.ts'

const apology = 'I am sorry, I cannot answer that right now. Please try again in a moment.'

/** Whatever has become of a turn, the person gets an answer. What tools have shown already is shown in place of it. */
export async function apologise(turn: Turn, shown: readonly Part[] = [], chips: readonly Chip[] = []): Promise<void> {
  turn.ledger.warnings.push('The person got the apology')
  const message = textMessage(apology)
  const parts = shown.length > 0 ? [...shown] : message.parts
  await speak(turn, { ...message, parts, ...(chips.length > 0 && { chips: [...chips] }) })
}
