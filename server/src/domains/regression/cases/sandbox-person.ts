import type { EmulatedChannel } from '@parley/amf'
import type { CaseDocument, Preset } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { RegressionDeps, SandboxPersonRequest } from '../deps.ts'

/**
 * The preset that a case is played with; a stranger by default. Returns undefined when the named persona does not
 * exist.
 */
export async function findPreset(
  db: Db,
  agent: AgentKey,
  { scenario }: CaseDocument,
  personas: RegressionDeps['personas'],
): Promise<Preset | undefined> {
  const { persona } = scenario ?? {}
  if (!persona) return {}
  return 'id' in persona ? (await personas.find(db, agent, persona.id))?.preset : persona.preset
}

type PersonSource = { document: CaseDocument; suiteChannel?: EmulatedChannel; preset: Preset }

export function toSandboxPerson({
  document: { scenario = {} },
  suiteChannel,
  preset,
}: PersonSource): SandboxPersonRequest {
  const { appointments, stubs, history, start } = scenario
  const channel = scenario.channel ?? suiteChannel ?? 'rcs'
  return { channel, preset, appointments, stubs, history, formData: start?.outreach?.formData }
}
