import type { Part } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import type { AgentTool, OpenTime, ToolOutcome, TurnInput } from '../deps.ts'
import { atLocation } from '../turn/location.ts'
import { createRepresentativeField, durationField } from './appointments.ts'
import { createLocationField, resolveToolLocation } from './choose-location.ts'
import { failedOutcome } from './outcome.ts'
import { formatShortTime, parseZonedTime, toZonedDate, toZonedTime } from './zoned-time.ts'

/** Days to show, unless they have too few times. */
const ordinaryDays = 4

/**
 * Picks a few of many sorted times: some on each of the next days, spread over the day, so that the person can choose
 * both a day and a time of day.
 */
export function spreadTimes<T>(times: readonly T[], dayOf: (time: T) => string, most: number): T[] {
  const all = [...Map.groupBy(times, dayOf).values()]
  const days = all.filter((_, at) => at < ordinaryDays || countPerDay(all.slice(0, at)) < most)
  const shares = allocatePerDay(
    days.map(({ length }) => length),
    most,
  )
  return days.flatMap((day, at) => pickEvenly(day, shares[at] ?? 0))
}

const countPerDay = (days: readonly unknown[][]): number => days.reduce((sum, { length }) => sum + length, 0)

/** Gives one to each day in turn until all are given or no day has more. */
function allocatePerDay(counts: readonly number[], most: number): number[] {
  const shares = counts.map(() => 0)
  for (
    let left = Math.min(
      most,
      counts.reduce((sum, count) => sum + count, 0),
    );
    left > 0;
  ) {
    for (const [at, count] of counts.entries()) {
      if (left === 0 || (shares[at] ?? 0) >= count) continue
      shares[at] = (shares[at] ?? 0) + 1
      left -= 1
    }
  }
  return shares
}

function pickEvenly<T>(day: readonly T[], share: number): T[] {
  return Array.from({ length: share }, (_, at) => day[Math.floor((at * day.length) / share)] as T)
}

const maxShownTimes = 8
/** How many open times to choose from. */
const maxCandidates = 2000

const createDayField = (which: string) => ({
  type: 'string',
  maxLength: 40,
  description: `The ${which} day to check, such as 2030-01-31, or a time with its offset. Omit unless the person named one.`,
})

export const createOfferTimesTool = (definition: AgentDefinition): AgentTool => ({
  name: 'scheduling.offerTimes',
  description:
    'Looks up the times that are open for an appointment and shows some of them to the person as a picker. Call it ' +
    'before booking, unless the person has already picked a time that was offered.',
  parameters: {
    type: 'object',
    properties: {
      from: createDayField('first'),
      to: createDayField('last'),
      durationMinutes: durationField,
      ...createRepresentativeField(definition.scheduling),
      ...createLocationField(definition),
    },
    additionalProperties: false,
  },
  hasSideEffects: false,
  run: runOfferTimes,
})

type OfferTimesArguments = {
  from?: string
  to?: string
  durationMinutes?: number
  representativeId?: string
  locationId?: string
}

async function runOfferTimes(given: OfferTimesArguments, before: TurnInput): Promise<ToolOutcome> {
  const where = await resolveToolLocation(given.locationId, before)
  if (!where.ok) return where.outcome
  const { locationId } = where
  const input = atLocation(before, locationId)
  const offered = await offerTimesThere({ ...given, locationId }, input)
  return locationId === undefined ? offered : { ...offered, locationId }
}

async function offerTimesThere(given: OfferTimesArguments, input: TurnInput): Promise<ToolOutcome> {
  const { timezone, now } = input
  const from = given.from === undefined ? undefined : parseZonedTime(given.from, timezone)
  const to = given.to === undefined ? undefined : parseZonedTime(given.to, timezone, 1)
  if (given.from !== undefined && !from) return failedOutcome('The first day is not a valid date.')
  if (given.to !== undefined && !to) return failedOutcome('The last day is not a valid date.')
  const { representativeId, locationId, durationMinutes } = given
  const wish = {
    from: from && laterOf(from, now),
    to,
    representativeId,
    ...(locationId !== undefined && { locationId }),
    durationMinutes,
    most: maxCandidates,
  }
  const found = await input.actions.findOpenTimes(wish)
  if (!found.ok) return failedOutcome(found.reason)
  // Excludes times at which the person already has an appointment: another representative may be free then, but the
  // person is not, and moving to the same time is pointless.
  const own = new Set((await input.actions.upcomingAppointments()).map(({ startUtc }) => Date.parse(startUtc)))
  const open = found.value.times.filter(({ startUtc }) => !own.has(Date.parse(startUtc)))
  const times = spreadTimes(open, ({ startUtc }) => toZonedDate(timezone, startUtc), maxShownTimes)
  if (times.length === 0)
    return failedOutcome(from || to ? 'No times are open then.' : 'No times are open in the next two weeks.')
  return { ok: true, result: describeTimes(times, timezone), show: [createTimePicker(times, input)] }
}

const laterOf = (at: Date, now: Date): Date => new Date(Math.max(at.getTime(), now.getTime()))

function describeTimes(times: readonly OpenTime[], timezone: string) {
  const labeled = times.map(({ startUtc }) => ({ startUtc, label: formatShortTime(startUtc, timezone) }))
  return { times: labeled, timezone, note: 'These times are shown to the person, who can pick one.' }
}

function createTimePicker(times: readonly OpenTime[], { eventId, timezone }: TurnInput): Part {
  return {
    type: 'ask.time',
    intentId: `times-${eventId}`,
    prompt: 'Which of these times suits you?',
    slots: times.map(({ startUtc }) => ({
      id: startUtc,
      start: toZonedTime(timezone, startUtc),
      label: formatShortTime(startUtc, timezone),
    })),
    durationMinutes: times[0]?.durationMinutes,
  }
}
