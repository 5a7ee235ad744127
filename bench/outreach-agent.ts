import { setTimeout as sleep } from 'node:timers/promises'
import { callJson, callManagementApi } from './bind-sms.ts'
import type { BenchParley } from './servers.ts'

/** The URLs that send one Outreach of an agent, and API keys that may call them. */
export type OutreachAgent = {
  namedSendsUrl: string
  journeySendsUrl: string
  keys: readonly string[]
  journeyKey: string
}

/** Enough keys that, used in rotation, none exceeds its limit of 10 calls per second. */
const keyCount = 400

export async function createOutreachAgent(parley: BenchParley): Promise<OutreachAgent> {
  const path = `/agents/${parley.agent}`
  await putPeopleFields(parley, `${path}/people-fields`)
  const body = 'Hello {person.firstName|there}, your plan is {person.customFields.plan}.'
  await callManagementApi(parley, `${path}/message-templates`, { id: 'opener', name: 'Opener', body })
  // Marketing, so that the frequency check also looks up the last message to the person.
  const outreach = { name: 'Spring', openerTemplateId: 'opener', class: 'marketing' }
  const { id } = await callManagementApi(parley, `${path}/outreach`, outreach)
  const base = `${parley.origin}/v1/orgs/demo${path}`
  return {
    namedSendsUrl: `${base}/outreach/${id}/sends`,
    journeySendsUrl: `${base}/integrations/journey/outreach/${id}/sends`,
    keys: await createKeys(parley, keyCount),
    journeyKey: await createKey(parley, 'integrations:journey'),
  }
}

/** A few at a time: a loaded machine would refuse hundreds of calls at once. */
async function createKeys(parley: BenchParley, count: number): Promise<string[]> {
  const keys: string[] = []
  while (keys.length < count)
    keys.push(...(await Promise.all(Array.from({ length: 20 }, () => createKey(parley, 'people:write')))))
  return keys
}

async function createKey(parley: BenchParley, scope: string): Promise<string> {
  const { key = '' } = await callManagementApi(parley, '/api-keys', { name: 'Bench', scopes: [scope] })
  return key
}

async function putPeopleFields(parley: BenchParley, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${parley.key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ fields: [{ key: 'plan', type: 'string' }] })
  const response = await fetch(`${parley.origin}/v1/orgs/demo${path}`, { method: 'PUT', headers, body })
  if (!response.ok) throw new Error(`the PUT of the People fields returned ${response.status}`)
}

const brand = {
  displayName: 'Bench',
  description: 'A brand',
  website: 'https://example.com',
  contactEmail: 'ops@example.com',
  phone: '+12025550100',
  privacyPolicyUrl: 'https://example.com/privacy',
  termsOfServiceUrl: 'https://example.com/terms',
}

/** Dispatch needs a binding; creating one takes a worker. */
export async function bindRcs(parley: BenchParley): Promise<void> {
  const url = `${parley.origin}/v1/orgs/demo/agents/${parley.agent}/channels`
  const { id } = await callJson(url, parley.key, { channel: 'rcs', mode: 'managed', inputs: brand })
  for (let attempts = 0; attempts < 100; attempts++) {
    if ((await callJson(`${url}/${id}`, parley.key)).status === 'Active') return
    await sleep(100)
  }
  throw new Error('the binding was not active within 10 s')
}
