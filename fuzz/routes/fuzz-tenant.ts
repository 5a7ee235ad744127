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

let made = 0
const password = 'quiet harbour lantern'

export async function createFuzzTenant(parley: FuzzServer): Promise<FuzzTenant> {
  const { db } = parley.database
  const number = ++made
  const { org, apiKey } = await createOrg(db, { id: `stage-${number}`, name: `Stage ${number}` }, realWorld)
  const spare = await createOrg(db, { id: `spare-${number}`, name: `Spare ${number}` }, realWorld)
  const anyone = createTestClient(parley.hosts.api)
  const api = anyone.as(apiKey)
  const path = `/orgs/${org.id}`
  const agentOf = async (name: string) => assertStatus(await api.post(`${path}/agents`, { name }), 201).id as string
  const [agent, spareAgent] = [await agentOf('Harbour'), await agentOf('Spare')]
  assertStatus(await api.post(`${path}/agents/${agent}/import`, harborAgent), 200)
  const gatewayToken = async (id: string) =>
    assertStatus(await api.post(`${path}/agents/${id}/gateway/_rotateAccessToken`), 200).accessToken
  const accessToken = await gatewayToken(agent)
  const member = async (role: (typeof roles)[number]) => {
    const email = `${role}-${number}@example.com`
    await addMember(db, org, { email, role, password }, realWorld)
    return assertStatus(await anyone.post('/auth/sign-in', { email, password, org: org.id }), 200).token as string
  }
  const key = async (...held: string[]) =>
    assertStatus(await api.post(`${path}/api-keys`, { name: 'Key', scopes: held }), 201).key
  const at = { path: `${path}/agents/${agent}`, org: org.id, agent, accessToken }
  const furniture = await populateAgent(parley, api, at)
  return {
    pool: { ...furniture.pool, org: [org.id], agent: [agent], spareOrg: [spare.org.id], spareAgent: [spareAgent] },
    tokens: {
      key: await key(...scopes),
      reader: await key('people:read'),
      journey: await key('integrations:journey'),
      owner: await member('owner'),
      admin: await member('admin'),
      editor: await member('editor'),
      viewer: await member('viewer'),
      grant: furniture.grant,
      visitor: furniture.visitor,
      agent: accessToken,
      spareAgent: await gatewayToken(spareAgent),
    },
  }
}
