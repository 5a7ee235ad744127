import type { FlowRun } from './run.ts'
import { formatValueByName } from './slots/format.ts'
import { readNamedValue } from './slots/values.ts'

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
  if (whole !== undefined) return readNamedValue(run, whole)
  return text.replaceAll(slotPattern, (source, inside: string | undefined) => {
    const [, name, fallback = ''] = slotContent.exec(inside ?? '') ?? []
    if (name === undefined) return source
    const held = readNamedValue(run, name) ?? ''
    return (typeof held === 'object' ? JSON.stringify(held) : String(held)) || fallback
  })
}
