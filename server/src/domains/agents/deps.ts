import type { AgentDefinition, AgentPlaybook } from '@parley/definition'
import type { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { Catalog } from '../catalogs/index.ts'
import type { Definitions } from './definition/definitions.ts'
import type { Geocoder } from './geocoding/geocoder.ts'
import type { AgentRecord } from './queries.ts'
import type { GeneratedFlow } from './routes/generated-flow.ts'
import type { Secrets } from './secrets/secrets.ts'

/** What the routes of agents are handed. */
export type AgentDeps = {
  definitions: Definitions
  secrets: Secrets
  catalog: Catalog
  geocoder: Geocoder
  keyring: Keyring
  announce: Announce
  readPerson: ReadPerson
  onCreated: OnAgentCreated
  /** Writes a flow with the model of that name, or with the usual one; absent where no model can write. */
  generateFlow?: GenerateFlow
  /** Takes away, before an agent goes, what is too much to go with it in one statement. */
  purgeAgentData(tx: Db, agent: AgentKey): Promise<void>
}

/** What every new agent has from the start, in the transaction that creates it. */
export type OnAgentCreated = (tx: Db, agent: AgentRecord) => Promise<void>

/** People stand to the right of agents: what a template preview reads of one is handed in. */
export type ReadPerson = (db: Db, agent: AgentKey, personId: string) => Promise<PersonFields | undefined>
export type PersonFields = { [field: string]: unknown; customFields?: Record<string, unknown> | undefined }

/** The runtime stands to the right of agents: what `flow:generate` answers comes from there. */
export type GenerateFlow = (
  wish: { definition: AgentDefinition; playbook: AgentPlaybook; brief?: string; uses?: string[] },
  model?: string,
) => Promise<z.input<typeof GeneratedFlow>>
