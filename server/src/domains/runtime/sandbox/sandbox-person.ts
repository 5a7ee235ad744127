import type { CaseChannel, Preset, Scenario } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { appointments } from '../../scheduling/index.ts'
import type { FilledForm, HistoryLine } from '../deps.ts'
import { seedHistory } from '../state/initiations.ts'
import type { SandboxActionDeps } from './deps.ts'
import { createPresetAppointments, withCallTimes } from './preset-appointments.ts'
import { insertSandboxState } from './queries.ts'
import { createPartnerFromPreset, type SandboxState } from './sandbox-state.ts'

export type SandboxPerson = {
  channel: CaseChannel
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
