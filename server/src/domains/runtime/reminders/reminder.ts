import type { ContentMessage } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import { fullTime } from '../tools/clock.ts'
import { contactCard } from '../tools/contact.ts'

/** A day, where the operator has not said. */
const usualLeadMinutes = 1440

/** How many minutes before an appointment one is reminded of it; undefined where reminders are off. */
export function leadOf({ scheduling }: AgentDefinition): number | undefined {
  const { enabled = true, leadMinutes = usualLeadMinutes } = scheduling.reminders ?? {}
  return enabled ? leadMinutes : undefined
}

/** When an appointment is to be reminded of; undefined where reminders are off, or when it is too late for one. */
export function reminderAt(definition: AgentDefinition, startUtc: Date, now: Date): Date | undefined {
  const lead = leadOf(definition)
  const at = lead === undefined ? now : new Date(startUtc.getTime() - lead * 60_000)
  return at > now ? at : undefined
}

export type Reminded = { startUtc: Date; timezone: string; representativeName?: string; firstName?: string }

/** The reminder as it is sent, and as the conversation remembers it. */
export function reminderOf(definition: AgentDefinition, about: Reminded): { text: string; message: ContentMessage } {
  const { startUtc, timezone, representativeName, firstName } = about
  const when = fullTime(startUtc.toISOString(), timezone)
  const whom = representativeName ? ` with ${representativeName}` : ''
  const text = `${firstName ? `Hi ${firstName}, a` : 'A'} reminder from ${definition.agent.name}: your appointment${whom} is on ${when}.`
  const card = definition.scheduling.reminders?.includeContactCard ? contactCard(definition) : []
  return { text, message: { spec: 'amf/1', parts: [{ type: 'text', text }, ...card] } }
}

type SafeHours = { startHour: number; endHour: number; timeZone: string }

/** The next time at which conversations may be begun; the same time where that is now. */
export function withinSafeHours(at: Date, safeHours: SafeHours | undefined): Date {
  if (!safeHours || safeHours.startHour === safeHours.endHour) return at
  for (let later = 0; later <= 2 * 24 * 4; later++) {
    const moment = later === 0 ? at : onTheQuarter(at, later)
    if (isSafe(moment, safeHours)) return moment
  }
  return at
}

/** Some zones begin their hours at the half, or at a quarter. */
const onTheQuarter = (at: Date, later: number): Date =>
  new Date((Math.floor(at.getTime() / quarterMilliseconds) + later) * quarterMilliseconds)
const quarterMilliseconds = 15 * 60_000

function isSafe(at: Date, { startHour, endHour, timeZone }: SafeHours): boolean {
  const hour = Number(hoursIn(timeZone).format(at))
  return startHour < endHour ? hour >= startHour && hour < endHour : hour >= startHour || hour < endHour
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** One for each zone: making it costs far more than asking it. */
function hoursIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone })
  formats.set(timeZone, made)
  return made
}
