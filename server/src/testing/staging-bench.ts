import type { Channel } from '@parley/amf'
import { type AgentDefinition, createDefinition } from '@parley/definition'
import type { Audience, Campaign } from '../domains/campaigns/campaign.ts'
import type { PersonaRecipient } from '../domains/campaigns/deps.ts'
import { findCampaign, insertCampaign } from '../domains/campaigns/queries.ts'
import type { StagingDeps } from '../domains/campaigns/staging/run.ts'
import { awaitStaging, beginStaging, type StagingOutcome } from '../domains/campaigns/staging/stage.ts'
import { snapshotCleanupWork, stagingWork } from '../domains/campaigns/staging/worker.ts'
import { insertIdentities } from '../domains/people/identities/queries.ts'
import { ensureSalt, hashAddress, optOut } from '../domains/people/identities/stop-list/stop-list.ts'
import { buildNewPerson, type NewPerson } from '../domains/people/person/change.ts'
import { insertPeople } from '../domains/people/person/queries.ts'
import type { Database, Db } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { AgentKey } from '../platform/http/route.ts'
import { createAnnounce } from '../platform/outbox.ts'
import { createWorker } from '../platform/work/index.ts'
import { stillWorld, type World } from '../platform/world.ts'
import { createTestDatabase } from './database.ts'

export type PersonTraits = Partial<Omit<NewPerson, 'id' | 'consent'>> & {
  consent?: NewPerson['consent']['status']
  /** Default: one on RCS. */
  identities?: { channel: Channel; preferred?: boolean }[]
  /** The channel on which they sent STOP, from their first number. */
  stop?: Channel
  sends?: { class?: string; state?: string; hoursAgo: number; sandbox?: boolean }[]
}
export type StagedRecipientRow = {
  n: number
  place: number | null
  person_id: string
  asid: string | null
  reason: string | null
}

const hour = 3_600_000
let names = 0

/** Campaigns and people of agents that have only a definition, and the staging workers only. It is noon in UTC. */
export async function createStagingBench() {
  const { db, pool } = await createTestDatabase()
  const world = stillWorld('2030-01-31T12:00:00.000Z')
  const definitions = new Map<number, AgentDefinition>()
  const bindings = new Map<number, string>()
  const personas: PersonaRecipient[] = []
  const deps = createStagingDeps({ db, world, definitions, bindings, personas })
  const createStagingWorker = (overrides: Partial<StagingDeps>) =>
    createWorker({ db, world, log, works: [stagingWork({ ...deps, ...overrides }), snapshotCleanupWork(deps)] })
  const startStaging = (agent: AgentKey, campaign: Campaign) =>
    inTransaction(db, (tx) => beginStaging(tx, agent, campaign, deps))
  const readCampaign = async (agent: AgentKey, { id }: Campaign) => (await findCampaign(db, agent, id)) as Campaign

  return {
    ...{ db, pool, world, deps, personas, bindings, startStaging, readCampaign },
    work: (overrides: Partial<StagingDeps> = {}) => createStagingWorker(overrides).drain(),
    /** An agent with an Outreach of each class with this opener, on an active RCS binding. */
    async agent(body = 'Good news'): Promise<AgentKey> {
      const agent = await insertAgent(pool)
      bindings.set(agent.key, 'Active')
      definitions.set(agent.key, createDefinitionWith(body))
      return agent
    },
    changeDefinition(agent: AgentKey, change: (before: AgentDefinition) => Partial<AgentDefinition>): void {
      const before = definitions.get(agent.key) as AgentDefinition
      definitions.set(agent.key, { ...before, ...change(before) })
    },
    people: (agent: AgentKey, ...people: PersonTraits[]): Promise<string[]> =>
      inTransaction(db, (tx) => addPeople(tx, agent, people, world)),
    campaign(agent: AgentKey, audience: Audience, fields: Partial<Campaign> = {}): Promise<Campaign> {
      const values = { name: 'Spring', outreachId: 'marketing', audience, isTest: 'personaIds' in audience, ...fields }
      return insertCampaign(db, agent, { ...values, id: `cmp_${++names}`, now: world.now() })
    },
    /** Stages the campaign and returns its new state. */
    async stage(agent: AgentKey, campaign: Campaign, overrides: Partial<StagingDeps> = {}): Promise<Campaign> {
      await startStaging(agent, campaign)
      await createStagingWorker(overrides).drain()
      return readCampaign(agent, campaign)
    },
    became: (agent: AgentKey, campaign: Campaign): Promise<StagingOutcome> => awaitStaging(agent, campaign, deps, 0),
    async rows(snapshot: number | undefined): Promise<StagedRecipientRow[]> {
      const sql =
        'select row_number as n, position as place, person_id, asid, reason from campaign_recipients where snapshot = $1 order by row_number'
      return (await pool.query(sql, [snapshot])).rows
    },
  }
}

const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

type StagingFixture = Pick<StagingDeps, 'db' | 'world'> & {
  definitions: Map<number, AgentDefinition>
  bindings: Map<number, string>
  personas: PersonaRecipient[]
}

function createStagingDeps({ db, world, definitions, bindings, personas }: StagingFixture): StagingDeps {
  const listBindings = async ({ key }: Pick<AgentKey, 'key'>) =>
    bindings.has(key) ? [{ channel: 'rcs', status: bindings.get(key), provider: 'lab' }] : []
  const readDefinition = async (_: Db, { key }: AgentKey) => definitions.get(key) as AgentDefinition
  return {
    ...{ db, world, announce: createAnnounce(world) },
    definitions: { read: readDefinition } as StagingDeps['definitions'],
    channels: { listBindings, findAdapter: () => ({}) } as unknown as StagingDeps['channels'],
    rates: {
      find: async () => ({ provider: 'lab', status: 'Active', perSecond: 4 }),
    } as unknown as StagingDeps['rates'],
    personas: { find: async (_, __, ids) => personas.filter(({ personaId }) => ids.includes(personaId)) },
    mediaUrls: async () => new Map(),
  }
}

async function insertAgent(pool: Database['pool']): Promise<AgentKey> {
  const id = `agent-${++names}`
  await pool.query(
    `insert into orgs (id, name, created_at, updated_at) values ('org', 'Org', now(), now()) on conflict do nothing`,
  )
  const { rows } = await pool.query(
    `insert into agents (org_id, id, name, created_at, updated_at) values ('org', $1, $1, now(), now()) returning agent_key`,
    [id],
  )
  return { key: rows[0].agent_key, id, orgId: 'org' }
}

const createOutreachOf = (kind: 'marketing' | 'service') => ({
  ...{ id: kind, name: kind, class: kind, enabled: true, openerTemplateId: 'opener', playbookId: 'own' },
})

const createDefinitionWith = (body: string): AgentDefinition => ({
  ...createDefinition('Harbour'),
  messageTemplates: [{ id: 'opener', name: 'Opener', body }],
  outreaches: [createOutreachOf('marketing'), createOutreachOf('service')],
})

async function addPeople(tx: Db, agent: AgentKey, people: PersonTraits[], world: World): Promise<string[]> {
  const profiles = people.map(({ consent = 'granted', identities: _, stop: __, sends: ___, ...profile }) => ({
    ...buildNewPerson({}, { id: `per_${++names}`, now: world.now(), fields: [] }),
    ...profile,
    consent: { status: consent },
  }))
  const stored = await insertPeople(tx, agent, profiles)
  for (const [at, person] of stored.entries()) {
    await addIdentities(tx, agent, { ...people[at], person }, world)
    await addSends(tx, agent, { ...people[at], person }, world)
  }
  return stored.map(({ id }) => id)
}

type StoredPersonTraits = PersonTraits & { person: { id: string; key: number } }

async function addIdentities(tx: Db, agent: AgentKey, traits: StoredPersonTraits, world: World): Promise<void> {
  const { person, identities = [{ channel: 'rcs' }], stop } = traits
  const address = `+1202${String(++names).padStart(7, '0')}`
  const salt = await ensureSalt(tx, agent, world)
  const identityRows = identities.map(({ channel, preferred = false }) => ({
    ...{ asid: `${person.id}-${channel}`, channel, address, personKey: person.key, first: preferred },
    hash: hashAddress(salt, { channel, address }),
  }))
  if (identityRows.length > 0) await insertIdentities(tx, agent, identityRows, world.now())
  if (stop) await optOut(tx, agent, { channel: stop, address }, world)
}

async function addSends(
  tx: Db,
  agent: AgentKey,
  { person, sends = [] }: StoredPersonTraits,
  world: World,
): Promise<void> {
  for (const { class: kind = 'marketing', state = 'sent', hoursAgo, sandbox = false } of sends) {
    const at = new Date(world.now().getTime() - hoursAgo * hour)
    const row = { agent_key: agent.key, id: `snd_${++names}`, outreach_id: 'o', class: kind, origin: 'named' }
    const to = { person_id: person.id, asid: 'somewhere', channel: 'rcs', sandbox, state, queued_at: at }
    const sentAt = state === 'sent' ? at : null
    await tx
      .insertInto('sends')
      .values({ ...row, ...to, sent_at: sentAt })
      .execute()
  }
}
