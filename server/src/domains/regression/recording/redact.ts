import type { Directive } from '@parley/testcase'
import type { Pseudonymizer } from './pseudonymize.ts'

export const maxLengths = { title: 300, brief: 2000, text: 4000, criterion: 1000, label: 200 }

export const truncateTo = (text: string, length: number): string => text.slice(0, length).toWellFormed()

/** Of what is longer no more is looked at. */
const maxInputLength = 2 * maxLengths.text

/**
 * Cut after it is replaced: half a number is not known for one, and what is made up may be longer. Where not all of it
 * is looked at, its end, which may be half of something, is let go.
 */
export function redactAndTruncate(text: string, length: number, { redact }: Pseudonymizer): string {
  const redacted = redact(text.slice(0, maxInputLength))
  const whole = text.length > maxInputLength ? redacted.slice(0, -maxLengths.text) : redacted
  const kept = truncateTo(whole, length)
  return kept.trim() === '' ? '[left out]' : kept
}

const directiveTextLengths: Record<string, number> = {
  chip: maxLengths.label,
  label: maxLengths.label,
  fallback: maxLengths.text,
  text: maxLengths.text,
}

export function redactDirective(turn: Directive, standIn: Pseudonymizer): Directive {
  if (typeof turn === 'string') return redactAndTruncate(turn, maxLengths.text, standIn)
  const fields = Object.entries(turn).map(([name, value]): [string, unknown] => {
    const length = directiveTextLengths[name]
    return [name, length !== undefined && typeof value === 'string' ? redactAndTruncate(value, length, standIn) : value]
  })
  return Object.fromEntries(fields) as Directive
}
