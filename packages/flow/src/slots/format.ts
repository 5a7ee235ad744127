import type { FlowSlot } from '@parley/definition'
import type { SlotValue } from '../engine.ts'
import { type FlowRun, findSlot, getFrame } from '../run.ts'
import { isSlotValue } from '../state.ts'
import { readNamedValue } from './values.ts'

/** Formats a named value for display; empty if there is none. */
export function formatValueByName(run: FlowRun, name: string): string {
  const { slots, labels = {} } = getFrame(run)
  const isAnswered = Object.hasOwn(slots, name)
  if (isAnswered && Object.hasOwn(labels, name)) return labels[name] as string
  const held = readNamedValue(run, name)
  const value = Array.isArray(held) ? held.filter(isSlotValue).join(', ') : held
  return isSlotValue(value) ? formatSlotValue(run, value, findSlot(run, name)) : ''
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
const formatters = new Map<string, Intl.DateTimeFormat>()
const maxFormatters = 1000

function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${options.hour}`
  const known = formatters.get(key) ?? newFormatter(timeZone, options)
  if (formatters.size >= maxFormatters) formatters.clear()
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
