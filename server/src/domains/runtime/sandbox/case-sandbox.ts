import type { OpenQuestion } from '@parley/flow'
import type { CaseObservation } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ConversationPartner } from '../deps.ts'
import { resolveTurnStart } from '../state/conversation-state.ts'
import { findConversationState } from '../state/queries.ts'
import type { SandboxActionDeps } from './deps.ts'
import { type PreviewRequest, previewScenario, type ScenarioPreview } from './preview.ts'
import { findSandboxState, setRecordedCalls } from './queries.ts'
import type { RecordedAnswer } from './recorded-calls.ts'
import { createSandboxPerson, type SandboxPerson } from './sandbox-person.ts'
import type { Sandboxes } from './sandboxes.ts'
import { type SandboxStartDeps, type ScenarioStart, type StartResult, startScenario } from './start.ts'

type SharedAction = 'withLease' | 'withClock' | 'advance' | 'remove'

/** The sandbox in which test cases are played, with a new person each time. */
export type CaseSandbox = Pick<Sandboxes, SharedAction> & {
  /** Creates a person to play with and returns the asid. */
  createPerson(tx: Db, agent: AgentKey, cast: SandboxPerson): Promise<string>
  /** Starts the conversation from the agent's side; `inbound` means that the agent does not start. */
  start(agent: AgentKey, asid: string, given: Omit<ScenarioStart, 'asid'>): Promise<StartResult>
  /** Sets the tool results of the record that the next turn gets, in the order of preference. */
  setRecordedCalls(db: Db, agent: AgentKey, asid: string, calls: readonly RecordedAnswer[]): Promise<void>
  observe(db: Db, agent: AgentKey, asid: string): Promise<SandboxObservation>
  /** The question that the flow of the conversation has asked and that is still open. */
  findQuestion(db: Db, agent: AgentKey, asid: string): Promise<PendingQuestion | undefined>
  preview(db: Db, agent: AgentKey, request: PreviewRequest): Promise<ScenarioPreview>
}

export type CaseSandboxDeps = SandboxStartDeps & { sandboxes: Pick<Sandboxes, SharedAction> }

export function createCaseSandbox(deps: CaseSandboxDeps): CaseSandbox {
  const { withLease, withClock, advance, remove } = deps.sandboxes
  return {
    withLease,
    withClock,
    advance,
    remove,
    createPerson: (tx, agent, cast) => createSandboxPerson(tx, agent, cast, deps),
    start: (agent, asid, how) => startScenario(agent, { asid, ...how }, deps),
    setRecordedCalls,
    observe: (db, agent, asid) => observeSandbox(db, agent, asid, deps),
    findQuestion,
    preview: (db, agent, request) => previewScenario(db, agent, request, deps),
  }
}

/** `playbookId`: whose flow asks. */
export type PendingQuestion = { playbookId: string; question: OpenQuestion }

async function findQuestion(db: Db, agent: AgentKey, asid: string): Promise<PendingQuestion | undefined> {
  const { flow } = (await findConversationState(db, agent, asid))?.state ?? {}
  const frame = flow?.state.frames.at(-1)
  const { awaits } = frame ?? {}
  if (!frame || !awaits || awaits.kind === 'action' || awaits.kind === 'choices') return undefined
  return { playbookId: frame.playbookId, question: awaits.kind === 'reading' ? awaits.open : awaits }
}

type SandboxObservation = Pick<CaseObservation, 'activePlaybook' | 'appointments' | 'person'>

/** Returns the state of the person, and the playbook that their next message would reach. */
async function observeSandbox(
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

function serializePerson({
  channels: _,
  importBatchIds: __,
  ...person
}: ConversationPartner): SandboxObservation['person'] {
  return JSON.parse(JSON.stringify(person))
}
