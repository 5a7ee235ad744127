import { type roles, scopes } from '@parley/definition/vocabulary'
import { addMember, createOrg } from '../../server/src/domains/orgs/index.ts'
import { realWorld } from '../../server/src/platform/world.ts'
import { assertStatus, createTestClient } from '../../server/src/testing/client.ts'
import { harborAgent } from '../../server/src/testing/harbor-agent.ts'
import type { CallerTokens } from './callers.ts'
import type { FuzzServer } from './fuzz-server.ts'
import type { IdPool } from './id-references.ts'
import { populateAgent } from './populate-agent.ts'

/**
 * An organization with an agent that has one of everything; it is replaced regularly, so that destructive requests do
 * not matter for long.
 */
export type FuzzTenant = { pool: IdPool; tokens: Omit<CallerTokens, 'other' | 'system'> }

let tenantCount = 0
const password = 'quiet harbour lantern'

export async function createFuzzTenant(parley: FuzzServer): Promise<FuzzTenant> {
  const { db } = parley.database
  const number = ++tenantCount
  const { org, apiKey } = await createOrg(db, { id: `stage-${number}`, name: `Stage ${number}` }, realWorld)
  const spare = await createOrg(db, { id: `spare-${number}`, name: `Spare ${number}` }, realWorld)
  const anonymousClient = createTestClient(parley.hosts.api)
  const api = anonymousClient.as(apiKey)
  const path = `/orgs/${org.id}`
  const createAgent = async (name: string) => assertStatus(await api.post(`${path}/agents`, { name }), 201).id as string
  const [agent, spareAgent] = [await createAgent('Harbour'), await createAgent('Spare')]
  assertStatus(await api.post(`${path}/agents/${agent}/import`, harborAgent), 200)
  const rotateGatewayToken = async (id: string) =>
    assertStatus(await api.post(`${path}/agents/${id}/gateway/_rotateAccessToken`), 200).accessToken
  const accessToken = await rotateGatewayToken(agent)
  const createMember = async (role: (typeof roles)[number]) => {
    const email = `${role}-${number}@example.com`
    await addMember(db, org, { email, role, password }, realWorld)
    return assertStatus(await anonymousClient.post('/auth/sign-in', { email, password, org: org.id }), 200)
      .token as string
  }
  const createKey = async (...scopeNames: string[]) =>
    assertStatus(await api.post(`${path}/api-keys`, { name: 'Key', scopes: scopeNames }), 201).key
  const location = { path: `${path}/agents/${agent}`, org: org.id, agent, accessToken }
  const fixtures = await populateAgent(parley, api, location)
  return {
    pool: { ...fixtures.pool, org: [org.id], agent: [agent], spareOrg: [spare.org.id], spareAgent: [spareAgent] },
    tokens: {
      key: await createKey(...scopes),
      reader: await createKey('people:read'),
      journey: await createKey('integrations:journey'),
      owner: await createMember('owner'),
      admin: await createMember('admin'),
      editor: await createMember('editor'),
      viewer: await createMember('viewer'),
      grant: fixtures.grant,
      visitor: fixtures.visitor,
      agent: accessToken,
      spareAgent: await rotateGatewayToken(spareAgent),
    },
  }
}
