import type { Scenario } from '@parley/testcase'
import type { appointments } from '../../scheduling/index.ts'
import type { Partner } from '../deps.ts'
import type { Rehearsal, RehearsedAppointment } from './rehearsal.ts'

/** Appointments that somebody has before the first turn, and what a person shows of theirs. */

type Terms = Awaited<ReturnType<typeof appointments.termsOf>>
type GivenAppointment = NonNullable<Scenario['appointments']>[number]
type Around = { terms: Terms; partner: Partner; now: Date; newId(): string }

export function appointmentsOf(given: readonly GivenAppointment[], around: Around): RehearsedAppointment[] {
  const { terms, partner, now, newId } = around
  const { representatives, defaultDurationMinutes = usualMinutes } = terms.config
  return given.map(({ startsIn, durationMinutes = defaultDurationMinutes, representativeId, status = 'scheduled' }) => {
    const start = now.getTime() + millisecondsOf(startsIn)
    const name = representatives.find(({ id }) => id === representativeId)?.name
    return {
      id: newId(),
      startUtc: new Date(start).toISOString(),
      endUtc: new Date(start + durationMinutes * 60_000).toISOString(),
      timezone: partner.timezone ?? terms.zone,
      status,
      ...(representativeId !== undefined && { representativeId }),
      ...(name !== undefined && { representativeName: name }),
      given: true,
    }
  })
}

/** As scheduling has it where the operator has not said. */
const usualMinutes = 30

const duration = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** `P2D`, `-PT3H30M`. */
function millisecondsOf(written: string): number {
  const [, sign, ...parts] = duration.exec(written) ?? []
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  const length = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
  return sign === '-' ? -length : length
}

export const isOpen = ({ status }: RehearsedAppointment): boolean => status !== 'cancelled' && status !== 'completed'

/** The soonest first. */
export function toCome({ appointments: all }: Pick<Rehearsal, 'appointments'>, now: Date): RehearsedAppointment[] {
  const open = all.filter((one) => isOpen(one) && new Date(one.startUtc) > now)
  return open.toSorted((a, b) => a.startUtc.localeCompare(b.startUtc))
}

/** The person shows the next call and the last one, as they do live. */
export function withCalls(partner: Partner, all: readonly RehearsedAppointment[], now: Date): Partner {
  const [next] = toCome({ appointments: [...all] }, now)
  const last = all.filter((one) => isOver(one, now)).toSorted((a, b) => b.startUtc.localeCompare(a.startUtc))[0]
  return {
    ...partner,
    ...(next && { scheduledCallAt: new Date(next.startUtc) }),
    ...(last && { lastCallAt: new Date(last.startUtc) }),
  }
}

function isOver({ status, startUtc, endUtc }: RehearsedAppointment, now: Date): boolean {
  if (status === 'completed') return new Date(startUtc) <= now
  return status !== 'cancelled' && new Date(endUtc) <= now
}
