import type { AgentDefinition, AgentPlaybook } from '@parley/definition'
import type { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey, DraftRef } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { Catalog } from '../catalogs/index.ts'
import type { Definitions } from './definition/definitions.ts'
import type { Geocoder } from './geocoding/geocoder.ts'
import type { ToolReader } from './integrations/read-tools.ts'
import type { AgentRecord } from './queries.ts'
import type { GeneratedFlow } from './routes/generated-flow.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { ToolGrants } from './tools/availability.ts'

export type AgentDeps = {
  definitions: Definitions
  secrets: Secrets
  catalog: Catalog
  geocoder: Geocoder
  /** Reads the tools of integrations from their services. Blocks private networks. */
  toolReader: ToolReader
  keyring: Keyring
  announce: Announce
  readToolGrants: ReadToolGrants
  readPerson: ReadPerson
  onCreated: OnAgentCreated
  generateFlow: GenerateFlow
  /** Page of the handset lab; absent while the lab is off. */
  labUrl?: string
  /** Finds the newest completed run of the draft as it is now that contains the suites. Default: all suites. */
  findGateRun: FindGateRun
  /** Returns the ids that no suite of the agent has. */
  findUnknownSuites(db: Db, agent: AgentKey, suiteIds: readonly string[]): Promise<string[]>
  onDraftEnded: OnDraftEnded
  /** Deletes, before an agent is deleted, the data that is too large to cascade in one statement. */
  purgeAgentData(tx: Db, agent: AgentKey): Promise<void>
}

/** The run that the publishing gate looks at; `failing` lists cases by id. */
export type GateRun = { runId: string; passRate: number; failing: string[]; completedAt: Date }
/** Injected, because agents may not import regression. */
export type FindGateRun = (
  db: Db,
  agent: AgentKey,
  wanted: { draft: DraftRef; suiteIds?: readonly string[] | undefined },
) => Promise<GateRun | undefined>

/** Called before a draft that was published or deleted goes; `live` is what live is then. */
export type OnDraftEnded = (tx: Db, agent: AgentKey, ended: { draftId: string; live: AgentDefinition }) => Promise<void>

/** Reads the grants that tools can use. Injected, because agents may not import connections. */
export type ReadToolGrants = (db: Db, agent: AgentKey) => Promise<ToolGrants>

/** Sets up the initial data of a new agent, in the transaction that creates it. */
export type OnAgentCreated = (tx: Db, agent: AgentRecord) => Promise<void>

/** Reads the Person for a template preview. Injected, because agents may not import people. */
export type ReadPerson = (db: Db, agent: AgentKey, personId: string) => Promise<PersonFields | undefined>
export type PersonFields = { [field: string]: unknown; customFields?: Record<string, unknown> | undefined }

/**
 * Implements `flow:generate` with the named model, or the agent's authoring model; 503 if none can write flows.
 * Injected, because agents may not import the runtime.
 */
export type GenerateFlow = (
  agent: AgentKey,
  wish: { definition: AgentDefinition; playbook: AgentPlaybook; brief?: string; uses?: string[] },
  model?: string,
) => Promise<z.input<typeof GeneratedFlow>>
