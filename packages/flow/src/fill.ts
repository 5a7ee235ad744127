import type { FlowSlot } from '@parley/definition'
import { LruCache } from '@parley/findings'
import type { SlotValue } from './engine.ts'
import { type FlowRun, findSlot, getFrame, reportMissingSlot } from './run.ts'
import { readNamedValue } from './slots/values.ts'
import { isSlotValue } from './state.ts'

/** Formats a named value for display; empty if there is none. */
function formatValueByName(run: FlowRun, name: string): string {
  const { slots, labels = {}, results = {} } = getFrame(run)
  const isAnswered = Object.hasOwn(slots, name)
  if (isAnswered && Object.hasOwn(labels, name)) return labels[name] as string
  const held = readNamedValue(run, name)
  const isOfResult = !isAnswered && (Object.hasOwn(results, name) || Object.hasOwn(results, name.split('.')[0] ?? ''))
  if (isOfResult) return formatResult(held)
  const value = Array.isArray(held) ? held.filter(isSlotValue).join(', ') : held
  return isSlotValue(value) ? formatSlotValue(run, value, findSlot(run, name)) : ''
}

/** Formats a result of an action, or a field of one: a text as it is, anything else as JSON. */
function formatResult(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function formatSlotValue(run: FlowRun, value: SlotValue, slot?: Pick<FlowSlot, 'type'>): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' || (slot?.type !== 'date' && slot?.type !== 'timeslot')) return String(value)
  return formatSlotTime(value, run.world.timezone)
}

const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const time = { ...day, hour: 'numeric', minute: '2-digit' } as const

function formatSlotTime(value: string, timezone: string): string {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return value
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatter('UTC', day).format(at)
  return formatter(timezone, time).format(at)
}

/** Creating a formatter takes longer than a whole flow. */
const formatters = new LruCache<string, Intl.DateTimeFormat>(1000)

function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${options.hour}`
  const known = formatters.get(key) ?? newFormatter(timeZone, options)
  formatters.set(key, known)
  return known
}

function newFormatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
  }
}

/** `{{` starts no slot, and a slot contains no brace or line break. */
const slotPattern = /\{\{|\{([^{}\r\n]*)\}/g
const slotContent = /^\s*([^\s|]+)\s*(?:\|(.*))?$/

/** Fills a text for the person: replaces `{slot}`, `{person.firstName}` and `{person.firstName|there}`. */
export function fillText(run: FlowRun, text: string): string {
  let out = ''
  let at = 0
  for (const { 0: source, 1: inside = '', index } of text.matchAll(slotPattern)) {
    const [, name, fallback = ''] = slotContent.exec(inside) ?? []
    if (name === undefined) continue
    out += text.slice(at, index)
    at = index + source.length
    const value = formatValueByName(run, name) || fallback
    if (value === '') reportMissingSlot(run, name)
    out = value === '' ? tidyEmptySlot(out, text[at]) : joinValue(out, neutralizeMarkers(value), text[at])
    if (value === '' && /(?:^|\s)$/.test(out)) at += /^[,;:]?[^\S\n]*/.exec(text.slice(at))?.[0].length ?? 0
  }
  return out + text.slice(at)
}

/** Removes the space and punctuation around a slot that is empty. */
function tidyEmptySlot(before: string, next: string | undefined): string {
  if (next !== undefined && !/[\s,.;:!?]/.test(next)) return before
  const close = before.replace(/[^\S\n]+$/, '')
  return next === undefined || /[,.;!?]/.test(next) ? close.replace(/[,;]$/, '') : close
}

/** Texts may contain markers, but a value must never become one. */
export function neutralizeMarkers(value: string): string {
  return value.replaceAll(/\[(?=\[)/g, '[ ').replaceAll(/\](?=\])/g, '] ')
}

function joinValue(before: string, value: string, next: string | undefined): string {
  const open = before.endsWith('[') && value.startsWith('[') ? ' ' : ''
  const close = (value.endsWith('[') && next === '[') || (value.endsWith(']') && next === ']') ? ' ' : ''
  return before + open + value + close
}

/** Deeper than anyone writes, and far less than the stack allows. */
const maxDepth = 50

/**
 * Fills the arguments of an action: a value that makes up the whole text keeps its type, and an empty one is omitted.
 */
export function fillArguments(run: FlowRun, value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return fillValue(run, value)
  if (typeof value !== 'object' || value === null || depth >= maxDepth) return value
  if (Array.isArray(value))
    return value.map((one) => fillArguments(run, one, depth + 1)).filter((one) => one !== undefined)
  const entries = Object.entries(value).map(([key, one]) => [key, fillArguments(run, one, depth + 1)] as const)
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined))
}

function fillValue(run: FlowRun, text: string): unknown {
  const whole = /^\{([^{}\s|]+)\}$/.exec(text.trim())?.[1]
  if (whole !== undefined) return readArgument(run, whole, '')
  return text.replaceAll(slotPattern, (source, inside: string | undefined) => {
    const [, name, fallback = ''] = slotContent.exec(inside ?? '') ?? []
    if (name === undefined) return source
    const held = readArgument(run, name, fallback) ?? ''
    return (typeof held === 'object' ? JSON.stringify(held) : String(held)) || fallback
  })
}

function readArgument(run: FlowRun, name: string, fallback: string): unknown {
  const value = readNamedValue(run, name)
  if (value === undefined && fallback === '') reportMissingSlot(run, name)
  return value
}
