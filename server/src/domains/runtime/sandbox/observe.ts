import type { CaseObservation } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ConversationPartner } from '../deps.ts'
import { findConversationState } from '../state/queries.ts'
import { resolveTurnStart } from '../state/turn-start.ts'
import type { SandboxActionDeps } from './deps.ts'
import { findSandboxState } from './queries.ts'

export type SandboxObservation = Pick<CaseObservation, 'activePlaybook' | 'appointments' | 'person'>

/** What has become of somebody, and the playbook that their next words would find. */
export async function observeSandbox(
  db: Db,
  agent: AgentKey,
  asid: string,
  { definitions, world }: Pick<SandboxActionDeps, 'definitions' | 'world'>,
): Promise<SandboxObservation> {
  const [definition, stored, sandbox] = await Promise.all([
    definitions.read(db, agent),
    findConversationState(db, agent, asid),
    findSandboxState(db, agent, asid),
  ])
  const { state } = resolveTurnStart(stored, { sessionId: stored?.sessionId ?? '', now: world.now(), definition })
  const { partner, appointments = [] } = sandbox ?? {}
  return {
    activePlaybook: state.playbookId,
    person: partner ? serializePerson(partner) : { customFields: {} },
    appointments: appointments.map(({ status, given = false }) => ({ status, isNew: !given })),
  }
}

/** As the API names and writes the fields. */
function serializePerson({
  channels: _,
  importBatchIds: __,
  ...person
}: ConversationPartner): SandboxObservation['person'] {
  return JSON.parse(JSON.stringify(person))
}
