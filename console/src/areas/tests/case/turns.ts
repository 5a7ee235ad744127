import { words } from '#words/tests.ts'
import { type Draft, isFields } from './draft.ts'

const { turn: said } = words

export const turnKinds = ['says', 'chip', 'slot', 'confirm', 'system', 'action', 'media', 'simulate'] as const
export type TurnKind = (typeof turnKinds)[number]

export const systemEvents = ['optOut', 'optIn', 'subscribed', 'unsubscribed'] as const
export const tappedActions = ['calendar', 'dial', 'url', 'viewLocation'] as const

/** What kind of turn an entry is; words unless it says another. */
export function kindOf(turn: unknown): TurnKind {
  return (isFields(turn) && turnKinds.find((kind) => kind in turn)) || 'says'
}

const blanks: Record<TurnKind, unknown> = {
  says: '',
  chip: { chip: '' },
  slot: { slot: 0 },
  confirm: { confirm: true },
  system: { system: 'optOut' },
  action: { action: 'url' },
  media: { media: 'image', url: '' },
  simulate: { simulate: { goal: '' } },
}

/** A turn of another kind, which keeps the words where it can. */
export function turnedInto(turn: unknown, kind: TurnKind): unknown {
  const blank = blanks[kind]
  const words = wordsIn(turn)
  if (kind === 'says') return words
  if (!isFields(blank) || words === '') return blank
  if (kind === 'chip') return { chip: words.slice(0, 200), fallback: words }
  if (kind === 'slot' || kind === 'confirm') return { ...blank, fallback: words }
  if (kind === 'media') return { ...blank, text: words }
  return kind === 'simulate' ? { simulate: { goal: words.slice(0, 2000) } } : blank
}

function wordsIn(turn: unknown): string {
  if (typeof turn === 'string') return turn
  if (!isFields(turn)) return ''
  const simulated = isFields(turn.simulate) ? turn.simulate.goal : undefined
  const found = [turn.fallback, turn.chip, turn.text, turn.label, simulated].find((one) => typeof one === 'string')
  return typeof found === 'string' ? found : ''
}

/** What the person does, in words. */
export function spoken(turn: unknown): string {
  if (!isFields(turn)) return typeof turn === 'string' ? turn : ''
  const read: Record<TurnKind, (fields: Draft) => string> = {
    says: () => '',
    chip: ({ chip }) => said.taps(String(chip)),
    slot: ({ slot }) => said.picks(Number(slot) + 1),
    confirm: ({ confirm }) => (confirm === true ? said.confirms : said.denies),
    system: ({ system }) => said.systemEvents[String(system)] ?? String(system),
    action: ({ action, label }) => said.opens(said.actions[String(action)] ?? String(action), String(label ?? '')),
    media: ({ media, text }) => said.sends(String(media), String(text ?? '')),
    simulate: ({ simulate }) => said.simulates(isFields(simulate) ? String(simulate.goal ?? '') : ''),
  }
  return read[kindOf(turn)](turn)
}
