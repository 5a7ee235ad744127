import type { CostUnder, ToolCalled } from '../expect.ts'
import type { CheckVerdict, ObservedTurn } from '../observed.ts'
import { createVerdict, joinQuoted, quoteShort } from './verdict.ts'

/** Checks that only a single turn has. */

/** Holds if one call of the turn has this name, these arguments and this position. */
export function toolCalled(wanted: ToolCalled, { toolCalls }: ObservedTurn): CheckVerdict[] {
  const calls = toolCalls.filter(({ called }) => called)
  const { name, with: given, order } = wanted
  const named = calls.map((call, at) => ({ ...call, position: at + 1 })).filter((call) => call.name === name)
  const matching = named.filter((call) => given === undefined || includesValue(call.given, given))
  const pass = matching.some(({ position }) => order === undefined || position === order)
  return createVerdict(`tool.called:${name}`, { pass, detail: pass ? `${quoteShort(name)} was called.` : explain() })

  function explain(): string {
    if (calls.length === 0) return `${quoteShort(name)} was not called. No tools were called.`
    if (named.length === 0) {
      const names = [...new Set(calls.map((call) => call.name))]
      return `${quoteShort(name)} was not called. Tools called: ${joinQuoted(names)}.`
    }
    if (matching.length === 0) {
      const actual = quoteShort(JSON.stringify(named[0]?.given ?? {}), 150)
      return `${quoteShort(name)} was called with other arguments: ${actual}.`
    }
    return `${quoteShort(name)} was call ${matching.map(({ position }) => position).join(', ')} of the turn, not ${order}.`
  }
}

/** An object includes another if it has all of its fields; lists and other values must be equal. */
function includesValue(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted))
    return JSON.stringify(value) === JSON.stringify(wanted)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(wanted).every(
    ([key, part]) => Object.hasOwn(value, key) && includesValue((value as Record<string, unknown>)[key], part),
  )
}

export function latencyUnder({ milliseconds: most }: { milliseconds: number }, turn: ObservedTurn): CheckVerdict[] {
  const { milliseconds } = turn
  if (milliseconds === undefined)
    return createVerdict('latency.under', { pass: false, detail: 'The time of the turn was not recorded.' })
  const pass = milliseconds < most
  const detail = `The reply took ${milliseconds} ms${pass ? '' : `; less than ${most} ms was expected`}.`
  return createVerdict('latency.under', { pass, detail })
}

/** A turn without a cost in any currency costs nothing; a cost in another currency cannot be compared. */
export function costUnder({ amount, currency }: CostUnder, { costs = [] }: ObservedTurn): CheckVerdict[] {
  const other = costs.find((cost) => cost.currency !== currency && cost.amount > 0)
  if (other)
    return createVerdict('cost.under', {
      pass: false,
      detail: `The turn cost ${other.amount} ${other.currency}, not ${currency}.`,
    })
  const spent = costs.reduce((sum, cost) => sum + cost.amount, 0)
  const pass = spent < amount || (spent === 0 && amount === 0)
  const detail = `The turn cost ${spent} ${currency}${pass ? '' : `; less than ${amount} was expected`}.`
  return createVerdict('cost.under', { pass, detail })
}
