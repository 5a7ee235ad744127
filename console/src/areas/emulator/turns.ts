import type { Schema } from '@parley/sdk'
import { words } from '#words/emulator.ts'
import type { Bubble, Tapped } from '../../parts/handset/bubble.ts'
import { bubblesOf, bubblesOfAmf, noteBubble, personBubble } from '../../parts/handset/bubbles.ts'

export type Persona = Schema<'Persona'>
export type PersonaChannel = Persona['channel']
export type PastTurn = Schema<'PastPersonaTurn'>
export type Directive = Schema<'PersonaTurnBody'>['turn']

/** A bubble of a turn knows which; the last of the agent's is where one asks why. */
export type TurnBubble = Bubble & { turnId?: string; asks?: boolean }

/** What the turns of a persona put on the phone: bubbles of both sides, and notes of what happened between them. */
export function phoneBubbles(
  { historySeed, channel }: Pick<Persona, 'historySeed' | 'channel'>,
  turns: readonly PastTurn[],
): TurnBubble[] {
  return [
    ...historySeed.map((line, place) => seeded(line, place, channel)),
    ...turns.flatMap((turn) => ofTurn(turn, channel)),
  ]
}

function seeded({ role, content }: Persona['historySeed'][number], place: number, channel: PersonaChannel): Bubble {
  const id = `seed ${place}`
  if (role === 'user') return personBubble({ id, text: content, earlier: true })
  const [bubble] = bubblesOf([{ text: content, chips: [] }], { channel, messageId: id, earlier: true })
  return bubble as Bubble
}

function ofTurn(turn: PastTurn, channel: PersonaChannel): TurnBubble[] {
  const { turnId, at, input, messages, effects, warnings } = turn
  const said = input ? [heard(input, turnId, at)] : []
  const answers = messages.flatMap(({ messageId, message, rendered, text }) => {
    const about = { channel, messageId, at }
    const shown = bubblesOfAmf(message, about, text)
    // What this version of the page cannot render, the API has.
    return shown.length === rendered.length ? shown : bubblesOf(rendered, about)
  })
  const isSilent = input !== undefined && answers.length === 0 && (input.type !== 'system' || warnings.length > 0)
  const silent = isSilent ? [noteBubble(`${turnId} silent`, warnings[0] ?? words.phones.silent, 'warning')] : []
  const spoken: TurnBubble[] = [...said, ...answers, ...silent].map((bubble) => ({ ...bubble, turnId }))
  const last = spoken.at(-1)
  if (last && last.from !== 'person') last.asks = true
  const captured = effects.map(({ summary }, place) => noteBubble(`${turnId} effect ${place}`, summary, 'effect'))
  return [...spoken, ...captured]
}

function heard({ type, text }: NonNullable<PastTurn['input']>, turnId: string, at: string): Bubble {
  const id = `${turnId} heard`
  return type === 'system' ? noteBubble(id, words.phones.systems[text] ?? text) : { ...sent(text, id), at }
}

/** Words, or the address of a picture, as the person sent them. */
export function sent(text: string, id: string): Bubble {
  const isPicture = /^https?:\/\/\S+\.(png|jpe?g|gif|webp)(\?\S*)?$/i.test(text)
  return isPicture
    ? personBubble({ id, text: '', media: { url: text, mediaType: 'image/*' } })
    : personBubble({ id, text })
}

/** What a finger did on the phone, as a turn of the API; several of a list are typed. */
export function directiveOf({ messageId, indexes, labels }: Tapped): Directive {
  const [index] = indexes
  if (indexes.length === 1 && index !== undefined) return { tap: { messageId, index } }
  return labels.join(', ')
}

/** How it is shown until it is answered. */
export function pendingBubble(turn: Directive, labels: readonly string[]): Bubble {
  const id = 'pending'
  if (typeof turn === 'string') return sent(turn, id)
  if ('system' in turn) return noteBubble(id, words.phones.systems[turn.system] ?? turn.system)
  if ('media' in turn)
    return personBubble({ id, text: turn.text ?? '', media: { url: turn.url, mediaType: 'image/*' } })
  return sent(labels.join(', '), id)
}

export type Group = { key: string; name: string; personas: Persona[] }

/** One person may be on several channels, as a persona on each; the newest first. */
export function groupsOf(personas: readonly Persona[]): Group[] {
  const groups = Map.groupBy(personas, ({ name, fields, consent, historySeed }) =>
    JSON.stringify([name, fields, consent, historySeed]),
  )
  return [...groups].map(([key, members]) => ({ key, name: members[0]?.name ?? '', personas: members }))
}

/** The body that makes the same person on another channel. */
export function likeness({ name, fields, consent, historySeed }: Persona, channel: PersonaChannel) {
  return { name, channel, fields, consent, historySeed }
}
