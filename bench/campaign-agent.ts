import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { callJson, callManagementApi } from './bind-sms.ts'
import { insertRecipientGroup, type RecipientGroup } from './campaign-people.ts'
import { type BenchParley, type Server, startBenchParley, startProgram } from './servers.ts'

/** An agent with an Outreach to send, bound to a fake Twilio that runs in its own process. */
export type CampaignBench = {
  parley: BenchParley
  sink: Server
  client: pg.Client
  createPeople(group: Omit<RecipientGroup, 'agentKey' | 'from'>): Promise<string[]>
  create(audience: object): Promise<BenchCampaign>
  /** The same with three openers, three channels and a holdout. */
  createExperiment(audience: object): Promise<BenchCampaign>
  /** The same with three openers and nothing else, to compare the rates of sending. */
  createVariants(audience: object): Promise<BenchCampaign>
}

export type BenchCampaign = {
  /** Resolves when staging is complete, even if that takes longer than the call. */
  stage(): Promise<CampaignView>
  transition(command: 'start' | 'pause' | 'resume'): Promise<CampaignView>
  waitUntilCompleted(): Promise<CampaignView>
}

type CampaignView = {
  id: string
  status: string
  counts: { total: number; sendable: number; sent: number }
  exclusions?: Record<string, number>
}

type SinkCounts = { received: number; duplicates: number; lastAt: number }

export async function readSinkCounts({ sink }: Pick<CampaignBench, 'sink'>): Promise<SinkCounts> {
  return (await fetch(`${sink.origin}/count`)).json() as Promise<SinkCounts>
}

/** Higher than any achievable rate. */
const batchRates = 'twilio=100000'

export async function withCampaignBench<T>(url: string, run: (bench: CampaignBench) => Promise<T>): Promise<T> {
  const sink = await startProgram('twilio-sink.ts')
  const settings = { MEANINGS: 'off', CHANNEL_APIS: `twilio=${sink.origin}`, BATCH_RATES: batchRates }
  const parley = await startBenchParley(url, settings)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await bindTwilio(parley)
    return await run(await createCampaignBench({ parley, sink, client }))
  } finally {
    await client.end()
    await parley.stop()
    await sink.stop()
  }
}

async function createCampaignBench(
  connections: Pick<CampaignBench, 'parley' | 'sink' | 'client'>,
): Promise<CampaignBench> {
  const { parley, client } = connections
  const path = `/agents/${parley.agent}`
  const body = 'Hello {person.firstName|block-send}, the spring offers are here.'
  await callManagementApi(parley, `${path}/message-templates`, { id: 'opener', name: 'Opener', body })
  // Marketing, so that the frequency check also looks up the last message to the person.
  const outreach = { name: 'Spring', openerTemplateId: 'opener', class: 'marketing' }
  const { id: outreachId } = await callManagementApi(parley, `${path}/outreach`, outreach)
  const { rows } = await client.query('select agent_key from agents where id = $1', [parley.agent])
  const campaigns = `${parley.origin}/v1/orgs/demo${path}/campaigns`
  const openers = ['first', 'second', 'third']
  for (const id of openers) {
    await callManagementApi(parley, `${path}/message-templates`, { id, name: id, body: `${body} ${id}` })
  }
  const template = { name: 'spring', language: 'en', variables: [] }
  const wide = { ...outreach, channels: ['rcs', 'sms', 'messengerA'], templates: { messengerA: template } }
  const { id: wideId } = await callManagementApi(parley, `${path}/outreach`, { ...wide, name: 'Wide' })
  const variants = openers.map((id) => ({ id, openerTemplateId: id, weight: 1 }))
  let next = 1
  return {
    ...connections,
    async createPeople(group) {
      const from = next
      next += group.count
      return insertRecipientGroup(client, { ...group, agentKey: rows[0].agent_key, from })
    },
    async createExperiment(audience) {
      const campaign = { name: 'Experiment', outreachId: wideId, audience, variants, holdoutPercent: 10 }
      const { id } = await callJson(campaigns, parley.key, campaign)
      return createBenchCampaign(client, `${campaigns}/${id}`, parley.key)
    },
    async createVariants(audience) {
      const { id } = await callJson(campaigns, parley.key, { name: 'Variants', outreachId, audience, variants })
      return createBenchCampaign(client, `${campaigns}/${id}`, parley.key)
    },
    async create(audience) {
      const { id } = await callJson(campaigns, parley.key, { name: 'Bench', outreachId, audience })
      return createBenchCampaign(client, `${campaigns}/${id}`, parley.key)
    },
  }
}

function createBenchCampaign(client: pg.Client, url: string, key: string): BenchCampaign {
  const readCampaign = async (address: string, body?: object) =>
    (await callJson(address, key, body)) as unknown as Promise<CampaignView>
  const waitAndRead = async (status: keyof typeof intermediateStatus) => {
    await waitForStatus(client, url.slice(url.lastIndexOf('/') + 1), status)
    return readCampaign(url)
  }
  return {
    async stage() {
      await readCampaign(`${url}/stage`, {})
      return waitAndRead('staged')
    },
    transition: (command) => readCampaign(`${url}/${command}`, {}),
    waitUntilCompleted: () => waitAndRead('completed'),
  }
}

const intermediateStatus = { staged: 'draft', completed: 'running' }

/**
 * Waits while the campaign is in transition. Polls the row, because reading a campaign through the API counts its
 * sends.
 */
async function waitForStatus(client: pg.Client, id: string, status: keyof typeof intermediateStatus): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select status, blocked_by from campaigns where id = $1', [id])
    if (rows[0].status === status) return
    if (rows[0].status !== intermediateStatus[status] || rows[0].blocked_by)
      throw new Error(`expected the campaign to be ${status}, but it is ${JSON.stringify(rows[0])}`)
    await sleep(50)
  }
}

/** Binds Twilio for RCS; `CHANNEL_APIS` names the fake that it calls. */
export async function bindTwilio(parley: BenchParley): Promise<void> {
  const path = `/agents/${parley.agent}/channels`
  const auth = { accountSid: 'AC1', authToken: 'a benchmark token', messagingServiceSid: 'MG1' }
  const { id } = await callManagementApi(parley, path, { channel: 'rcs', mode: 'unmanaged', provider: 'twilio', auth })
  for (let attempts = 0; attempts < 100; attempts++) {
    if ((await callManagementApi(parley, `${path}/${id}`)).status === 'Active') return
    await sleep(100)
  }
  throw new Error('the binding was not active within 10 s')
}
