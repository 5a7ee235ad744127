import type { CaseChannel, Preset, Scenario } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { appointments } from '../../scheduling/index.ts'
import type { Form, HistoryLine } from '../deps.ts'
import { seedHistory } from '../state/open.ts'
import type { RehearsalHandsDeps } from './deps.ts'
import { appointmentsOf, withCalls } from './given-appointments.ts'
import { insertRehearsal } from './queries.ts'
import { partnerOfPreset, type Rehearsal } from './rehearsal.ts'

/** Somebody whom a case is played with. */
export type Cast = {
  channel: CaseChannel
  preset: Preset
  appointments?: Scenario['appointments']
  stubs?: Scenario['stubs']
  formData?: Record<string, string | number | boolean>
  /** What was said before, oldest first. */
  history?: Scenario['history']
}

type CastDeps = Omit<RehearsalHandsDeps, 'db'>

/** Makes them, in the transaction of whoever asks: one row, and one more where something was said before. */
export async function begin(tx: Db, agent: AgentKey, cast: Cast, deps: CastDeps): Promise<string> {
  const rehearsal = await rehearsalOf(tx, agent, cast, deps)
  await insertRehearsal(tx, agent, rehearsal)
  const lines = [...(cast.preset.historySeed ?? []), ...(cast.history ?? [])].map(asLine)
  if (lines.length > 0) await seedHistory(tx, agent, rehearsal.asid, { lines, now: deps.world.now() })
  return rehearsal.asid
}

/** The person and all that is theirs, as the first turn would find it. */
export async function rehearsalOf(db: Db, agent: AgentKey, cast: Cast, deps: CastDeps): Promise<Rehearsal> {
  const { world, definitions } = deps
  const { channel, preset, stubs } = cast
  const now = world.now()
  const partner = partnerOfPreset(preset, { id: world.newId('per'), channel, now })
  const person = { asid: world.newId('asid'), channel, optedOut: false, stubs, ...formOf(cast) }
  if (!cast.appointments?.length) return { ...person, partner, appointments: [] }
  const terms = await appointments.termsOf(db, agent, definitions)
  const all = appointmentsOf(cast.appointments, { terms, partner, now, newId: () => world.newId('apt') })
  return { ...person, partner: withCalls(partner, all, now), appointments: all }
}

function formOf({ formData = {} }: Cast): { form?: Form } {
  return Object.keys(formData).length > 0 ? { form: formData } : {}
}

/** Cases speak of users and assistants, as presets do. */
const asLine = ({ role, content: text }: NonNullable<Cast['history']>[number]): Pick<HistoryLine, 'role' | 'text'> => ({
  role: role === 'user' ? 'person' : 'agent',
  text,
})
