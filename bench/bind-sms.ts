import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchParley } from './servers.ts'

/** Binds an SMS provider to an agent and returns the callback URL for the provider's events. */
export async function bindSms(
  parley: BenchParley,
  agent: string,
  auth: { sendUrl: string; secret: string },
): Promise<string> {
  const path = `/agents/${agent}/channels`
  const { id } = await callManagementApi(parley, path, {
    channel: 'sms',
    mode: 'unmanaged',
    provider: 'http-sms',
    auth,
  })
  for (let attempts = 0; attempts < 100; attempts++) {
    if ((await callManagementApi(parley, `${path}/${id}`)).status === 'Active')
      return `${parley.gateway}/providers/${id}`
    await sleep(100)
  }
  throw new Error('the binding was not active within 10 s')
}

/** Calls the demo organization: a POST when there is a body, otherwise a GET. */
export async function callManagementApi(
  parley: BenchParley,
  path: string,
  body?: object,
): Promise<Record<string, string>> {
  return callJson(`${parley.origin}/v1/orgs/demo${path}`, parley.key, body)
}

export async function callJson(url: string, token: string, body?: object): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(url, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} returned ${response.status}`)
  return response.json() as Promise<Record<string, string>>
}
