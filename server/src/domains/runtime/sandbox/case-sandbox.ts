import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { observeSandbox, type SandboxObservation } from './observe.ts'
import { type PreviewRequest, previewScenario, type ScenarioPreview } from './preview.ts'
import { createSandboxPerson, type SandboxPerson } from './sandbox-person.ts'
import type { Sandboxes } from './sandboxes.ts'
import { type SandboxStartDeps, type ScenarioStart, type StartResult, startScenario } from './start.ts'

/** Where cases are played, for those who test: the sandbox, with a fresh person each time. */
export type CaseSandbox = Pick<Sandboxes, 'withLease' | 'remove'> & {
  /** Makes a fresh person to play with; the identity. */
  createPerson(tx: Db, agent: AgentKey, cast: SandboxPerson): Promise<string>
  /** How the agent begins by itself; `inbound` is that it does not. */
  start(agent: AgentKey, asid: string, given: Omit<ScenarioStart, 'asid'>): Promise<StartResult>
  observe(db: Db, agent: AgentKey, asid: string): Promise<SandboxObservation>
  preview(db: Db, agent: AgentKey, request: PreviewRequest): Promise<ScenarioPreview>
}

export type CaseSandboxDeps = SandboxStartDeps & { rehearsals: Pick<Sandboxes, 'withLease' | 'remove'> }

export function createCaseSandbox(deps: CaseSandboxDeps): CaseSandbox {
  const { withLease, remove } = deps.rehearsals
  return {
    withLease,
    remove,
    createPerson: (tx, agent, cast) => createSandboxPerson(tx, agent, cast, deps),
    start: (agent, asid, how) => startScenario(agent, { asid, ...how }, deps),
    observe: (db, agent, asid) => observeSandbox(db, agent, asid, deps),
    preview: (db, agent, request) => previewScenario(db, agent, request, deps),
  }
}
