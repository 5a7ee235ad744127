import pg from 'pg'
import { readKeys } from '../faults/environment/environment.ts'
import { judgeFairness, type OrgWaits } from './judge/fairness.ts'
import { buildAgentUrl, createCaller, type OperationContext } from './mix/operation-context.ts'

/** The calls of two organizations, and the lock that blocks the busy one. */
export type SharingOptions = {
  /** One call of the quiet organization; rejects if it is refused. */
  callAsQuietOrg(): Promise<unknown>
  /** One call of the busy organization, which waits for the lock. */
  callAsBusyOrg(): Promise<unknown>
  /** Locks what the busy organization requests; returns the function that unlocks it. */
  acquireLock(): Promise<() => Promise<unknown>>
}

const quietCalls = 30
const busyCalls = 150

/** Measures the waits of one organization, alone and while another one waits for a lock. */
export async function measureSharing({
  callAsQuietOrg,
  callAsBusyOrg,
  acquireLock,
}: SharingOptions): Promise<OrgWaits> {
  const failures: string[] = []
  const measureWaits = async () => {
    const times: number[] = []
    for (let call = 0; call < quietCalls; call++) {
      const startedAt = performance.now()
      await callAsQuietOrg().catch((error) => failures.push(String(error)))
      times.push(performance.now() - startedAt)
    }
    return times
  }
  // Warm-up: the first calls of an organization are slower.
  await measureWaits()
  const withoutLoad = await measureWaits()
  const unlock = await acquireLock()
  // Their outcome does not matter: those that wait too long are refused.
  const blockedCalls = Array.from({ length: busyCalls }, () => callAsBusyOrg().catch(() => {}))
  try {
    return { withoutLoad, underLoad: await measureWaits(), failures }
  } finally {
    await unlock()
    await Promise.all(blockedCalls)
  }
}

/** Returns unfairness between two organizations, as sentences. */
export async function findUnfairness(context: OperationContext): Promise<string[]> {
  const { environment, call } = context
  const { origin } = environment.api
  const org = `quiet-${context.next()}`
  const createdOrg = await call({
    url: `${origin}/v1/system/orgs`,
    method: 'POST',
    token: readKeys(environment.api).sysop,
    body: { id: org, name: 'Quiet' },
    expects: 201,
  })
  // Separate connections for each organization: only Parley may make one wait for the other.
  const quietCaller = createCaller()
  const waits = await measureSharing({
    callAsQuietOrg: () =>
      quietCaller.call({ url: `${origin}/v1/orgs/${org}/agents`, token: String(createdOrg.apiKey) }),
    callAsBusyOrg: () => call({ url: buildAgentUrl(context, '/people'), token: environment.apiKey }),
    acquireLock: () => lockTable(environment.postgres.url, 'people'),
  }).finally(quietCaller.close)
  const { verdict, withoutLoad, underLoad } = judgeFairness(waits)
  if (verdict === 'fair') return []
  const summary = `the requests of one org took ${Math.round(withoutLoad)} ms on average with no other load`
  return [
    `${summary}, and ${Math.round(underLoad)} ms next to ${busyCalls} requests on a locked table`,
    ...waits.failures,
  ]
}

async function lockTable(url: string, table: string): Promise<() => Promise<unknown>> {
  const client = new pg.Client({ connectionString: url, application_name: 'load' })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}
