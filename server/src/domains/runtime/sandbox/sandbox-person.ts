import type { EmulatedChannel } from '@parley/amf'
import type { Preset, Scenario } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { appointments } from '../../scheduling/index.ts'
import type { ConversationPartner, FilledForm, HistoryLine } from '../deps.ts'
import { seedHistory } from '../state/conversation-state.ts'
import type { SandboxActionDeps } from './deps.ts'
import { insertSandboxState } from './queries.ts'
import { createPartnerFromPreset, type SandboxAppointment, type SandboxState } from './sandbox-state.ts'

/** Appointments that exist before the first turn, and the call times that a person shows. */

type AppointmentTerms = Awaited<ReturnType<typeof appointments.loadTerms>>
type PresetAppointment = NonNullable<Scenario['appointments']>[number]
type PresetContext = { terms: AppointmentTerms; partner: ConversationPartner; now: Date; newId(): string }

function createPresetAppointments(given: readonly PresetAppointment[], context: PresetContext): SandboxAppointment[] {
  const { terms, partner, now, newId } = context
  const { representatives, defaultDurationMinutes = defaultMinutes } = terms.config
  return given.map(({ startsIn, durationMinutes = defaultDurationMinutes, status = 'scheduled', ...where }) => {
    const { representativeId, locationId } = where
    const start = now.getTime() + parseDuration(startsIn)
    const name = representatives.find(({ id }) => id === representativeId)?.name
    const location = terms.locations?.find(({ id }) => id === locationId)
    return {
      id: newId(),
      startUtc: new Date(start).toISOString(),
      endUtc: new Date(start + durationMinutes * 60_000).toISOString(),
      timezone: location ? (location.timeZone ?? terms.zone) : (partner.timezone ?? terms.zone),
      status,
      ...(representativeId !== undefined && { representativeId }),
      ...(name !== undefined && { representativeName: name }),
      ...(location && { locationId: location.id, locationName: location.name }),
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
function withCallTimes(
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

export type SandboxPerson = {
  channel: EmulatedChannel
  preset: Preset
  appointments?: Scenario['appointments']
  stubs?: Scenario['stubs']
  formData?: Record<string, string | number | boolean>
  /** Earlier messages, oldest first. */
  history?: Scenario['history']
}

type SandboxPersonDeps = Omit<SandboxActionDeps, 'db'>

/** Creates the person in the caller's transaction: one row, and a second one when there is history. */
export async function createSandboxPerson(
  tx: Db,
  agent: AgentKey,
  cast: SandboxPerson,
  deps: SandboxPersonDeps,
): Promise<string> {
  const sandbox = await buildSandboxState(tx, agent, cast, deps)
  await insertSandboxState(tx, agent, sandbox)
  const lines = [...(cast.preset.historySeed ?? []), ...(cast.history ?? [])].map(toHistoryLine)
  if (lines.length > 0) await seedHistory(tx, agent, sandbox.asid, { lines, now: deps.world.now() })
  return sandbox.asid
}

export async function buildSandboxState(
  db: Db,
  agent: AgentKey,
  cast: SandboxPerson,
  deps: SandboxPersonDeps,
): Promise<SandboxState> {
  const { world, definitions } = deps
  const { channel, preset, stubs } = cast
  const now = world.now()
  const partner = createPartnerFromPreset(preset, { id: world.newId('per'), channel, now })
  const person = { asid: world.newId('asid'), channel, optedOut: false, stubs, ...readForm(cast) }
  if (!cast.appointments?.length) return { ...person, partner, appointments: [] }
  const terms = await appointments.loadTerms(db, agent, definitions)
  const all = createPresetAppointments(cast.appointments, { terms, partner, now, newId: () => world.newId('apt') })
  return { ...person, partner: withCallTimes(partner, all, now), appointments: all }
}

function readForm({ formData = {} }: SandboxPerson): { form?: FilledForm } {
  return Object.keys(formData).length > 0 ? { form: formData } : {}
}

/** Cases and presets use the roles `user` and `assistant`. */
const toHistoryLine = ({
  role,
  content: text,
}: NonNullable<SandboxPerson['history']>[number]): Pick<HistoryLine, 'role' | 'text'> => ({
  role: role === 'user' ? 'person' : 'agent',
  text,
})
