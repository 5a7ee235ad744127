import type { EmulatedChannel } from '@parley/amf/channels'
import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/emulator.ts'
import {
  createAgentTextBubble,
  createNoteBubble,
  createPersonBubble,
  type HandsetBubble,
  type TapEvent,
  toRenderedBubbles,
} from '../../components/handset/bubbles.ts'

export type Persona = Schema<'Persona'>
export type PastPersonaTurn = Schema<'PastPersonaTurn'>
export type PersonaDirective = Schema<'PersonaTurnBody'>['turn']

/** A bubble with its turn; the agent's last bubble of a turn shows the button that explains it. */
export type TurnBubble = HandsetBubble & { turnId?: string; showsWhy?: boolean }

/** Converts a persona's turns to bubbles of both sides and notes between them. */
export function toPhoneBubbles(
  { historySeed }: Pick<Persona, 'historySeed'>,
  turns: readonly PastPersonaTurn[],
): TurnBubble[] {
  return [...historySeed.map((line, index) => seedBubble(line, index)), ...turns.flatMap((turn) => turnBubbles(turn))]
}

function seedBubble({ role, content }: Persona['historySeed'][number], index: number): HandsetBubble {
  const id = `seed ${index}`
  if (role === 'user') return createPersonBubble({ id, text: content, earlier: true })
  return createAgentTextBubble(content, { messageId: id, earlier: true })
}

function turnBubbles(turn: PastPersonaTurn): TurnBubble[] {
  const { turnId, at, input, messages, effects, warnings } = turn
  const inputBubbles = input ? [inputBubble(input, turnId, at)] : []
  const answers = messages.flatMap(({ messageId, rendered }) => toRenderedBubbles(rendered, { messageId, at }))
  const isSilent = input !== undefined && answers.length === 0 && (input.type !== 'system' || warnings.length > 0)
  const silent = isSilent
    ? [createNoteBubble(`${turnId} silent`, warnings[0] ?? strings.phones.noReply, 'warning')]
    : []
  const spoken: TurnBubble[] = [...inputBubbles, ...answers, ...silent].map((bubble) => ({ ...bubble, turnId }))
  const last = spoken.at(-1)
  if (last && last.from !== 'person') last.showsWhy = true
  const captured = effects.map(({ summary }, index) => createNoteBubble(`${turnId} effect ${index}`, summary, 'effect'))
  return [...spoken, ...captured]
}

function inputBubble({ type, text }: NonNullable<PastPersonaTurn['input']>, turnId: string, at: string): HandsetBubble {
  const id = `${turnId} heard`
  return type === 'system'
    ? createNoteBubble(id, strings.phones.systems[text] ?? text)
    : { ...createPersonInputBubble(text, id), at }
}

/** A text or a picture URL, as the person sent it. */
export function createPersonInputBubble(text: string, id: string): HandsetBubble {
  const isPicture = /^https?:\/\/\S+\.(png|jpe?g|gif|webp)(\?\S*)?$/i.test(text)
  return isPicture
    ? createPersonBubble({ id, text: '', media: { url: text, mediaType: 'image/*' } })
    : createPersonBubble({ id, text })
}

/** Converts a tap to a directive of the API; several choices of a list are sent as text. */
export function toDirective({ messageId, indexes, labels }: TapEvent): PersonaDirective {
  const [index] = indexes
  if (indexes.length === 1 && index !== undefined) return { tap: { messageId, index } }
  return labels.join(', ')
}

export function createPendingBubble(turn: PersonaDirective, labels: readonly string[]): HandsetBubble {
  const id = 'pending'
  if (typeof turn === 'string') return createPersonInputBubble(turn, id)
  if ('system' in turn) return createNoteBubble(id, strings.phones.systems[turn.system] ?? turn.system)
  if ('media' in turn)
    return createPersonBubble({ id, text: turn.text ?? '', media: { url: turn.url, mediaType: 'image/*' } })
  return createPersonInputBubble(labels.join(', '), id)
}

export type PersonaGroup = { key: string; name: string; personas: Persona[] }

/** Groups personas by person: one person may have a persona on each of several channels. Newest first. */
export function groupPersonas(personas: readonly Persona[]): PersonaGroup[] {
  const groups = Map.groupBy(personas, ({ name, fields, consent, historySeed }) =>
    JSON.stringify([name, fields, consent, historySeed]),
  )
  return [...groups].map(([key, members]) => ({ key, name: members[0]?.name ?? '', personas: members }))
}

/** Request body for the same person on another channel. */
export function copyToChannel({ name, fields, consent, historySeed }: Persona, channel: EmulatedChannel) {
  return { name, channel, fields, consent, historySeed }
}
