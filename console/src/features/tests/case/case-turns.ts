import { strings } from '#i18n/tests.ts'
import { type CaseDraft, isPlainObject } from './case-draft.ts'

const { turn: texts } = strings

export const turnKinds = ['says', 'chip', 'slot', 'confirm', 'system', 'action', 'media', 'wait', 'simulate'] as const
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
  wait: { wait: { minutes: 60 } },
  simulate: { simulate: { goal: '' } },
}

/** Converts a turn to another kind and preserves its text where possible, and the checks of its reply. */
export function convertTurn(turn: unknown, kind: TurnKind): unknown {
  const converted = convertDirective(turnTextOf(turn), kind)
  const expect = isPlainObject(turn) ? turn.expect : undefined
  if (expect === undefined) return converted
  return isPlainObject(converted) ? { ...converted, expect } : { text: converted, expect }
}

/** Names of the checks that count for the reply to a turn. */
export function listTurnChecks(turn: unknown): string[] {
  const expect = isPlainObject(turn) && Array.isArray(turn.expect) ? turn.expect : []
  return expect.flatMap((check) => (isPlainObject(check) ? Object.keys(check) : []))
}

/** Changes the checks of a turn; a message without checks is its text alone. */
export function changeTurnChecks(turn: unknown, change: (checks: readonly unknown[]) => unknown[]): unknown {
  const { expect, ...directive } = isPlainObject(turn) ? turn : { text: turn, expect: [] }
  const checks = change(Array.isArray(expect) ? expect : [])
  if (checks.length > 0) return { ...directive, expect: checks }
  return turnKindOf(directive) === 'says' && typeof directive.text === 'string' ? directive.text : directive
}

function convertDirective(words: string, kind: TurnKind): unknown {
  const blank = blankTurns[kind]
  if (kind === 'says') return words
  if (!isPlainObject(blank) || words === '') return blank
  if (kind === 'chip') return { chip: words.slice(0, 200), fallback: words }
  if (kind === 'slot' || kind === 'confirm') return { ...blank, fallback: words }
  if (kind === 'wait') return blank
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
    says: ({ text }) => String(text ?? ''),
    chip: ({ chip }) => texts.taps(String(chip)),
    slot: ({ slot }) => texts.picks(Number(slot) + 1),
    confirm: ({ confirm }) => (confirm === true ? texts.confirms : texts.denies),
    system: ({ system }) => texts.systemNames[String(system)] ?? String(system),
    action: ({ action, label }) => texts.opens(texts.actions[String(action)] ?? String(action), String(label ?? '')),
    media: ({ media, text }) => texts.sends(String(media), String(text ?? '')),
    wait: ({ wait }) => texts.waits(isPlainObject(wait) ? Number(wait.minutes) : 0),
    simulate: ({ simulate }) => texts.simulates(isPlainObject(simulate) ? String(simulate.goal ?? '') : ''),
  }
  return read[turnKindOf(turn)](turn)
}
