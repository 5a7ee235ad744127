import type { Observed } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Partner } from '../deps.ts'
import { beginTurn } from '../state/begin.ts'
import { readState } from '../state/queries.ts'
import type { RehearsalHandsDeps } from './deps.ts'
import { findRehearsal } from './queries.ts'

export type Looked = Pick<Observed, 'activePlaybook' | 'appointments' | 'person'>

/** What has become of somebody, and the playbook that their next words would find. */
export async function look(
  db: Db,
  agent: AgentKey,
  asid: string,
  { definitions, world }: Pick<RehearsalHandsDeps, 'definitions' | 'world'>,
): Promise<Looked> {
  const [definition, kept, rehearsal] = await Promise.all([
    definitions.read(db, agent),
    readState(db, agent, asid),
    findRehearsal(db, agent, asid),
  ])
  const { state } = beginTurn(kept, { sessionId: kept?.sessionId ?? '', now: world.now(), definition })
  const { partner, appointments = [] } = rehearsal ?? {}
  return {
    activePlaybook: state.playbookId,
    person: partner ? shown(partner) : { customFields: {} },
    appointments: appointments.map(({ status, given = false }) => ({ status, isNew: !given })),
  }
}

/** As the API names and writes the fields. */
function shown({ channels: _, importBatchIds: __, ...person }: Partner): Looked['person'] {
  return JSON.parse(JSON.stringify(person))
}
