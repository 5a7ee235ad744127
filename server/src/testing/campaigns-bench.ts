import assert from 'node:assert/strict'
import { createWorks } from '../background-work.ts'
import type { Config } from '../config.ts'
import type { CampaignSends } from '../domains/outreach/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { createWorker, type Worker } from '../platform/work/index.ts'
import { createServices } from '../services.ts'
import { assertStatus, type ReplyBody, type TestReply } from './client.ts'
import {
  createOutreachBench,
  type OutreachBench,
  type OutreachBenchOptions,
  type OutreachPerson,
  type SendAgent,
} from './outreach-bench.ts'

export type CampaignAgent = SendAgent & AudienceHelpers & CampaignHelpers & CampaignReports

export type AudienceHelpers = {
  consentingPeople(count: number, profile?: object): Promise<OutreachPerson[]>
  /** Creates people with these profiles in one import. */
  importPeople(profiles: readonly object[]): Promise<PersonWithNumber[]>
  persona(): Promise<string>
}

export type CampaignHelpers = {
  /** Sends a command and runs the workers until it is answered. */
  sendCommand(id: string, command: string): Promise<TestReply>
  readCampaign(id: string): Promise<ReplyBody>
  stage(id: string): Promise<ReplyBody>
  /** A new draft; by default with its own Outreach. */
  campaign(audience: object, fields?: ReplyBody): Promise<ReplyBody>
  /** A campaign to these people, staged but not started. */
  createStagedCampaign(people: readonly { id: string }[], fields?: ReplyBody): Promise<string>
  /** Executes a command that its status allows, without running the workers. */
  command(id: string, command: string): Promise<ReplyBody>
  /** Executes a command that its status allows. */
  commandAndWork(id: string, command: string): Promise<ReplyBody>
  /** Transitions it as its dispatcher does; false if its status does not allow that. */
  transitionAsDispatcher(id: string, command: 'complete' | 'fail'): Promise<boolean>
}

export type CampaignReports = {
  allRecipients(id: string): Promise<ReplyBody[]>
  recipients(id: string, query?: string): Promise<ReplyBody>
  report(id: string): Promise<ReplyBody>
  /** The published transitions of a campaign, in order: `draft staged`. */
  transitions(id: string): Promise<string[]>
  /** The outcome of each recipient, by person id: `sent`, `suppressed opted_out`. */
  outcomes(id: string): Promise<Map<string, string>>
  /** Asserts, while no worker runs, that its counts, report, rows, and sends agree. Returns the campaign. */
  assertAddsUp(id: string): Promise<ReplyBody>
}

export type CampaignsBench = Omit<OutreachBench, 'agent'> & {
  agent(binding?: object): Promise<CampaignAgent>
  /** The sends of campaigns, for tests that claim without a dispatcher. */
  sends: CampaignSends
  /** The worker of another process, whose settings may differ. */
  createOtherWorker(config?: Partial<Config>): Pick<Worker, 'drain'>
}
/** A person with a number on RCS. */
export type PersonWithNumber = { id: string; address: string }

/** Agents on RCS with Outreaches, people who have consented, and campaigns. It is noon on January 31, 2030, in UTC. */
export async function createCampaignsBench(options?: OutreachBenchOptions): Promise<CampaignsBench> {
  const bench = await createOutreachBench(options)
  const { context, services, database } = bench.server
  return {
    ...bench,
    sends: services.outreach.campaignSends,
    createOtherWorker(config = {}) {
      const otherContext = { ...context, config: { ...context.config, ...config } }
      const { works, lanes } = createWorks(createServices(otherContext))
      return createWorker({ db: database.db, world: bench.world, log: context.log, works, lanes })
    },
    async agent(binding) {
      const agent = await bench.agent(...(binding ? [] : ['rcs' as const]))
      if (binding) await agent.bind(binding)
      return {
        ...agent,
        ...createAudienceHelpers(agent),
        ...createCampaignHelpers(agent, bench),
        ...createCampaignReports(agent, bench),
      }
    },
  }
}

/** A window that stays closed for hours after noon in UTC. */
export const closedWindow = { startHour: 20, endHour: 21, timeZone: 'UTC' }

/** Asserts that everybody is counted exactly once. */
export function assertCountsAddUp({ counts }: ReplyBody): void {
  const { total, sendable, excluded, queued, sent, delivered, read, failed, cancelled } = counts
  assert.equal(total, sendable + excluded, JSON.stringify(counts))
  assert.equal(sendable, queued + sent + failed + cancelled, JSON.stringify(counts))
  assert.ok(sent >= delivered && delivered >= read, JSON.stringify(counts))
}

/** Its state and reason, such as `excluded no-consent`. */
const formatState = ({ state, reason }: ReplyBody): string => [state, reason].filter(Boolean).join(' ')

const countOccurrences = (values: readonly string[]) => {
  const counts: Record<string, number> = {}
  for (const item of values) counts[item] = (counts[item] ?? 0) + 1
  return counts
}

let phoneCount = 0
const number = () => `+1505${5_550_000 + ++phoneCount}`

function createCampaignHelpers(
  { api, key, outreach }: SendAgent,
  { workUntilAnswered, server }: OutreachBench,
): CampaignHelpers {
  const { db } = server.database
  const at = (id: string, end = '') => `/campaigns/${id}${end}`
  const readCampaign = async (id: string): Promise<ReplyBody> => assertStatus(await api.get(at(id)), 200)

  const sendCommand = (id: string, command: string): Promise<TestReply> =>
    workUntilAnswered(api.post(at(id, `/${command}`)))
  const stage = async (id: string): Promise<ReplyBody> => assertStatus(await sendCommand(id, 'stage'), 200)
  async function campaign(audience: object, fields: ReplyBody = {}): Promise<ReplyBody> {
    const outreachId = fields.outreachId ?? (await outreach())
    return assertStatus(await api.post('/campaigns', { name: 'Spring', ...fields, outreachId, audience }), 201)
  }

  return {
    sendCommand,
    readCampaign,
    stage,
    campaign,
    async createStagedCampaign(people: readonly { id: string }[], fields: ReplyBody = {}): Promise<string> {
      const { id } = await campaign({ personIds: people.map((person) => person.id) }, fields)
      await stage(id)
      return id
    },
    command: async (id: string, command: string): Promise<ReplyBody> =>
      assertStatus(await api.post(at(id, `/${command}`)), 200),
    commandAndWork: async (id: string, command: string): Promise<ReplyBody> =>
      assertStatus(await sendCommand(id, command), 200),
    transitionAsDispatcher: (id: string, command: 'complete' | 'fail'): Promise<boolean> =>
      inTransaction(db, async (tx) => {
        const { campaigns } = server.services
        return (await campaigns.transition(tx, key, { id }, { action: command, detail: 'It is over' })) !== undefined
      }),
  }
}

const createAudienceHelpers = ({ api, createPerson }: SendAgent): AudienceHelpers => ({
  consentingPeople: (count: number, profile: object = {}): Promise<OutreachPerson[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const person = await createPerson(profile)
        assertStatus(await api.put(`/people/${person.id}/consent`, { status: 'granted' }), 200)
        return person
      }),
    ),
  async importPeople(profiles: readonly object[]): Promise<PersonWithNumber[]> {
    const people = profiles.map((profile) => ({ consent: { status: 'granted' }, phone: number(), ...profile }))
    const { importBatchId } = assertStatus(await api.post('/people/import', { people, channel: 'rcs' }), 200)
    const { data } = assertStatus(await api.get(`/people?importBatchId=${importBatchId}&limit=200`), 200)
    return data.map(({ id, phone: address }: ReplyBody) => ({ id, address }))
  },
  async persona(): Promise<string> {
    const persona = { name: 'Robin', channel: 'rcs', consent: { status: 'granted' } }
    return assertStatus(await api.post('/personas', persona), 201).id
  },
})

function createCampaignReports({ api }: SendAgent, { server }: OutreachBench): CampaignReports {
  const { pool } = server.database
  const at = (id: string, end = '') => `/campaigns/${id}${end}`
  async function allRecipients(id: string): Promise<ReplyBody[]> {
    const rows: ReplyBody[] = []
    for (;;) {
      const after = rows.length > 0 ? `&startingAfter=${rows.at(-1)?.id}` : ''
      const { data, hasMore } = assertStatus(await api.get(`/campaigns/${id}/recipients?limit=200${after}`), 200)
      rows.push(...data)
      if (!hasMore) return rows
    }
  }

  return {
    allRecipients,
    recipients: async (id: string, query = ''): Promise<ReplyBody> =>
      assertStatus(await api.get(at(id, `/recipients${query && `?${query}`}`)), 200),
    report: async (id: string): Promise<ReplyBody> => assertStatus(await api.get(at(id, '/report')), 200),
    async transitions(id: string): Promise<string[]> {
      const { rows } = await pool.query(
        `select data from outbox where type = 'campaign.status_changed' and data->>'campaignId' = $1
          order by created_at, length(id), id`,
        [id],
      )
      return rows.map(({ data }) => `${data.previousStatus} ${data.status}`)
    },
    outcomes: async (id: string): Promise<Map<string, string>> =>
      new Map((await allRecipients(id)).map((row) => [row.personId, formatState(row)])),
    async assertAddsUp(id: string): Promise<ReplyBody> {
      const [campaign, report, rows] = [
        assertStatus(await api.get(`/campaigns/${id}`), 200),
        assertStatus(await api.get(`/campaigns/${id}/report`), 200),
        await allRecipients(id),
      ]
      assertCountsAddUp(campaign)
      const states = countOccurrences(rows.map(({ state }) => state))
      const { delivered, read, ...otherStates } = report.states
      const nonZeroStates = Object.entries(otherStates).filter(([, count]) => count !== 0)
      assert.deepEqual(states, Object.fromEntries(nonZeroStates), 'the rows match the report')
      const exclusionCounts = countOccurrences(
        rows.flatMap(({ reason }) => (reason && reason !== 'in-conversation' ? [reason] : [])),
      )
      assert.deepEqual(exclusionCounts, report.reasons)
      assert.deepEqual([delivered, read], [campaign.counts.delivered, campaign.counts.read])
      const { counts } = campaign
      assert.deepEqual(
        [counts.total, counts.queued, counts.sent, counts.failed, counts.cancelled, counts.excluded],
        [
          rows.length,
          otherStates.queued + otherStates.sending,
          otherStates.sent,
          otherStates.failed + otherStates.suppressed,
          otherStates.cancelled,
          otherStates.excluded,
        ],
      )
      return campaign
    },
  }
}
