import type { Directive } from '@parley/testcase'
import type { StandIn } from './stand-in.ts'

export const longest = { title: 300, brief: 2000, text: 4000, criterion: 1000, label: 200 }

export const cutTo = (text: string, length: number): string => text.slice(0, length).toWellFormed()

/** Of what is longer no more is looked at. */
const mostRead = 2 * longest.text

/**
 * Cut after it is replaced: half a number is not known for one, and what is made up may be longer. Where not all of it
 * is looked at, its end, which may be half of something, is let go.
 */
export function within(text: string, length: number, { redact }: StandIn): string {
  const redacted = redact(text.slice(0, mostRead))
  const whole = text.length > mostRead ? redacted.slice(0, -longest.text) : redacted
  const kept = cutTo(whole, length)
  return kept.trim() === '' ? '[left out]' : kept
}

const words: Record<string, number> = {
  chip: longest.label,
  label: longest.label,
  fallback: longest.text,
  text: longest.text,
}

export function redactedTurn(turn: Directive, standIn: StandIn): Directive {
  if (typeof turn === 'string') return within(turn, longest.text, standIn)
  const fields = Object.entries(turn).map(([name, value]): [string, unknown] => {
    const length = words[name]
    return [name, length !== undefined && typeof value === 'string' ? within(value, length, standIn) : value]
  })
  return Object.fromEntries(fields) as Directive
}
