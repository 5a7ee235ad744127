import type { Part } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import type { Scene, Time, Tool, ToolOutcome } from '../deps.ts'
import { briefTime, dateIn, readTime, timeIn } from './clock.ts'
import { failed } from './outcome.ts'
import { durationMinutes, representativeId } from './scheduling-fields.ts'
import { spread } from './spread.ts'

const mostShown = 8
/** Among which those that are shown are chosen. */
const mostLookedAt = 2000

const day = (which: string) => ({
  type: 'string',
  maxLength: 40,
  description: `The ${which} day looked at, such as 2030-01-31, or a time with its offset. Leave out unless the person named one.`,
})

/** Shows open times to choose from. */
export const offerTimes = ({ scheduling }: AgentDefinition): Tool => ({
  name: 'scheduling.offerTimes',
  description:
    'Looks up the times that are open for an appointment and shows some of them to the person as a picker. Call it ' +
    'before booking, unless the person has already picked a time that was offered.',
  parameters: {
    type: 'object',
    properties: {
      from: day('first'),
      to: day('last'),
      durationMinutes,
      ...representativeId(scheduling),
    },
    additionalProperties: false,
  },
  acts: false,
  run: offer,
})

type Given = { from?: string; to?: string; durationMinutes?: number; representativeId?: string }

async function offer(given: Given, scene: Scene): Promise<ToolOutcome> {
  const { timezone, now } = scene
  const from = given.from === undefined ? undefined : readTime(given.from, timezone)
  const to = given.to === undefined ? undefined : readTime(given.to, timezone, 1)
  if (given.from !== undefined && !from) return failed('The first day is no date that can be read.')
  if (given.to !== undefined && !to) return failed('The last day is no date that can be read.')
  const { representativeId, durationMinutes } = given
  const wish = { from: from && notBefore(from, now), to, representativeId, durationMinutes, most: mostLookedAt }
  const found = await scene.hands.offerTimes(wish)
  if (!found.ok) return failed(found.why)
  // With somebody else they may be open too, but nobody wants to be in two places, or to move to where they are.
  const own = new Set((await scene.hands.meetings()).map(({ startUtc }) => Date.parse(startUtc)))
  const open = found.value.times.filter(({ startUtc }) => !own.has(Date.parse(startUtc)))
  const times = spread(open, ({ startUtc }) => dateIn(timezone, startUtc), mostShown)
  if (times.length === 0) return failed(from || to ? 'No time is open then.' : 'No time is open in the next two weeks.')
  return { ok: true, result: told(times, timezone), show: [pickerOf(times, scene)] }
}

const notBefore = (at: Date, now: Date): Date => new Date(Math.max(at.getTime(), now.getTime()))

function told(times: readonly Time[], timezone: string) {
  const labelled = times.map(({ startUtc }) => ({ startUtc, label: briefTime(startUtc, timezone) }))
  return { times: labelled, timezone, note: 'These times are shown to the person, who can pick one.' }
}

function pickerOf(times: readonly Time[], { eventId, timezone }: Scene): Part {
  return {
    type: 'ask.time',
    intentId: `times-${eventId}`,
    prompt: 'Which of these times suits you?',
    slots: times.map(({ startUtc }) => ({
      id: startUtc,
      start: timeIn(timezone, startUtc),
      label: briefTime(startUtc, timezone),
    })),
    durationMinutes: times[0]?.durationMinutes,
  }
}
