import type { Scenario } from '@parley/testcase'
import type { appointments } from '../../scheduling/index.ts'
import type { ConversationPartner } from '../deps.ts'
import type { SandboxAppointment, SandboxState } from './sandbox-state.ts'

/** Appointments that exist before the first turn, and the call times that a person shows. */

type AppointmentTerms = Awaited<ReturnType<typeof appointments.loadTerms>>
type PresetAppointment = NonNullable<Scenario['appointments']>[number]
type PresetContext = { terms: AppointmentTerms; partner: ConversationPartner; now: Date; newId(): string }

export function createPresetAppointments(
  given: readonly PresetAppointment[],
  context: PresetContext,
): SandboxAppointment[] {
  const { terms, partner, now, newId } = context
  const { representatives, defaultDurationMinutes = defaultMinutes } = terms.config
  return given.map(({ startsIn, durationMinutes = defaultDurationMinutes, representativeId, status = 'scheduled' }) => {
    const start = now.getTime() + parseDuration(startsIn)
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

/** The default of scheduling. */
const defaultMinutes = 30

const duration = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** For example `P2D` or `-PT3H30M`. */
function parseDuration(written: string): number {
  const [, sign, ...parts] = duration.exec(written) ?? []
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  const length = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
  return sign === '-' ? -length : length
}

export const isOpenAppointment = ({ status }: SandboxAppointment): boolean =>
  status !== 'cancelled' && status !== 'completed'

/** Soonest first. */
export function listUpcomingAppointments(
  { appointments: all }: Pick<SandboxState, 'appointments'>,
  now: Date,
): SandboxAppointment[] {
  const open = all.filter((one) => isOpenAppointment(one) && new Date(one.startUtc) > now)
  return open.toSorted((a, b) => a.startUtc.localeCompare(b.startUtc))
}

/** Sets the person's next and last call, as live appointments do. */
export function withCallTimes(
  partner: ConversationPartner,
  all: readonly SandboxAppointment[],
  now: Date,
): ConversationPartner {
  const [next] = listUpcomingAppointments({ appointments: [...all] }, now)
  const last = all
    .filter((one) => isPastAppointment(one, now))
    .toSorted((a, b) => b.startUtc.localeCompare(a.startUtc))[0]
  return {
    ...partner,
    ...(next && { scheduledCallAt: new Date(next.startUtc) }),
    ...(last && { lastCallAt: new Date(last.startUtc) }),
  }
}

function isPastAppointment({ status, startUtc, endUtc }: SandboxAppointment, now: Date): boolean {
  if (status === 'completed') return new Date(startUtc) <= now
  return status !== 'cancelled' && new Date(endUtc) <= now
}
