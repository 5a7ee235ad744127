import pg from 'pg'
import { readKeys } from '../faults/environment/environment.ts'
import { judgeFairness, type OrgWaits } from './judge/fairness.ts'
import { agentUrl, createCaller, type OperationContext } from './mix/operation-context.ts'

/** The calls of two organizations, and the lock that blocks the busy one. */
export type SharingOptions = {
  /** One call of the quiet organization; rejects if it is refused. */
  quiet(): Promise<unknown>
  /** One call of the busy organization, which waits for the lock. */
  busy(): Promise<unknown>
  /** Locks what the busy organization requests; returns the function that unlocks it. */
  lock(): Promise<() => Promise<unknown>>
}

const quietCalls = 30
const busyCalls = 150

/** Measures the waits of one organization, alone and while another one waits for a lock. */
export async function measureSharing({ quiet, busy, lock }: SharingOptions): Promise<OrgWaits> {
  const failures: string[] = []
  const waits = async () => {
    const times: number[] = []
    for (let call = 0; call < quietCalls; call++) {
      const startedAt = performance.now()
      await quiet().catch((error) => failures.push(String(error)))
      times.push(performance.now() - startedAt)
    }
    return times
  }
  // Warm-up: the first calls of an organization are slower.
  await waits()
  const alone = await waits()
  const unlock = await lock()
  // Their outcome does not matter: those that wait too long are refused.
  const held = Array.from({ length: busyCalls }, () => busy().catch(() => {}))
  try {
    return { alone, beside: await waits(), failures }
  } finally {
    await unlock()
    await Promise.all(held)
  }
}

/** Returns unfairness between two organizations, as sentences. */
export async function findUnfairness(context: OperationContext): Promise<string[]> {
  const { environment, call } = context
  const { origin } = environment.api
  const org = `quiet-${context.next()}`
  const made = await call({
    url: `${origin}/v1/system/orgs`,
    method: 'POST',
    token: readKeys(environment.api).sysop,
    body: { id: org, name: 'Quiet' },
    expects: 201,
  })
  // Separate connections for each organization: only Parley may make one wait for the other.
  const own = createCaller()
  const waits = await measureSharing({
    quiet: () => own.call({ url: `${origin}/v1/orgs/${org}/agents`, token: String(made.apiKey) }),
    busy: () => call({ url: agentUrl(context, '/people'), token: environment.apiKey }),
    lock: () => lockTable(environment.postgres.url, 'people'),
  }).finally(own.close)
  const { verdict, alone, beside } = judgeFairness(waits)
  if (verdict === 'fair') return []
  const waited = `the requests of one org took ${Math.round(alone)} ms on average with no other load`
  return [`${waited}, and ${Math.round(beside)} ms next to ${busyCalls} requests on a locked table`, ...waits.failures]
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
