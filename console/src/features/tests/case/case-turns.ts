import { strings } from '#i18n/tests.ts'
import { type CaseDraft, isPlainObject } from './case-draft.ts'

const { turn: texts } = strings

export const turnKinds = ['says', 'chip', 'slot', 'confirm', 'system', 'action', 'media', 'simulate'] as const
export type TurnKind = (typeof turnKinds)[number]

/** Returns the kind of a turn; defaults to text. */
export function turnKindOf(turn: unknown): TurnKind {
  return (isPlainObject(turn) && turnKinds.find((kind) => kind in turn)) || 'says'
}

const blankTurns: Record<TurnKind, unknown> = {
  says: '',
  chip: { chip: '' },
  slot: { slot: 0 },
  confirm: { confirm: true },
  system: { system: 'optOut' },
  action: { action: 'url' },
  media: { media: 'image', url: '' },
  simulate: { simulate: { goal: '' } },
}

/** Converts a turn to another kind and preserves its text where possible. */
export function convertTurn(turn: unknown, kind: TurnKind): unknown {
  const blank = blankTurns[kind]
  const words = turnTextOf(turn)
  if (kind === 'says') return words
  if (!isPlainObject(blank) || words === '') return blank
  if (kind === 'chip') return { chip: words.slice(0, 200), fallback: words }
  if (kind === 'slot' || kind === 'confirm') return { ...blank, fallback: words }
  if (kind === 'media') return { ...blank, text: words }
  return kind === 'simulate' ? { simulate: { goal: words.slice(0, 2000) } } : blank
}

function turnTextOf(turn: unknown): string {
  if (typeof turn === 'string') return turn
  if (!isPlainObject(turn)) return ''
  const simulated = isPlainObject(turn.simulate) ? turn.simulate.goal : undefined
  const found = [turn.fallback, turn.chip, turn.text, turn.label, simulated].find((one) => typeof one === 'string')
  return typeof found === 'string' ? found : ''
}

export function describeTurn(turn: unknown): string {
  if (!isPlainObject(turn)) return typeof turn === 'string' ? turn : ''
  const read: Record<TurnKind, (fields: CaseDraft) => string> = {
    says: () => '',
    chip: ({ chip }) => texts.taps(String(chip)),
    slot: ({ slot }) => texts.picks(Number(slot) + 1),
    confirm: ({ confirm }) => (confirm === true ? texts.confirms : texts.denies),
    system: ({ system }) => texts.systemNames[String(system)] ?? String(system),
    action: ({ action, label }) => texts.opens(texts.actions[String(action)] ?? String(action), String(label ?? '')),
    media: ({ media, text }) => texts.sends(String(media), String(text ?? '')),
    simulate: ({ simulate }) => texts.simulates(isPlainObject(simulate) ? String(simulate.goal ?? '') : ''),
  }
  return read[turnKindOf(turn)](turn)
}
