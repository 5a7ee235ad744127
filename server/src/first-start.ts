import { sql } from 'kysely'
import type { Config } from './config.ts'
import { addressesOf, type Credentials, type FirstCredentials, writeCredentials } from './credentials.ts'
import { beginDemo } from './demo/progress.ts'
import { type AgentDeps, agentFinder, createAgent, issueAccessToken } from './domains/agents/index.ts'
import { builtInCatalog } from './domains/catalogs/index.ts'
import { bindWebchat } from './domains/channels/index.ts'
import { issueLink } from './domains/emulator/index.ts'
import { ensureOwner, findOrg, foundOrg, insertSystemKey, issueFirstKey, mintSystemKey } from './domains/orgs/index.ts'
import { CannotStart } from './platform/cannot-start.ts'
import type { Db } from './platform/db/database.ts'
import { inTransaction } from './platform/db/transaction.ts'
import type { Keyring } from './platform/secrets/keyring.ts'
import { newToken } from './platform/secrets/tokens.ts'
import type { World } from './platform/world.ts'

const demoOrg = 'demo'
const ownerEmail = 'owner@example.com'

const demoAgent = {
  id: 'riverside-dental',
  name: 'Riverside Dental',
  description: 'The demo agent: a dental practice that answers questions and books appointments.',
  identity: {
    brandColor: '#0b6e6e',
    contactEmail: 'hello@example.com',
    contactPhone: '+12025550123',
    websiteUrl: 'https://example.com',
    privacyPolicyUrl: 'https://example.com/privacy',
    termsOfServiceUrl: 'https://example.com/terms',
    contactAvailability: 'Monday to Friday, 8 AM to 5 PM',
    identityPreamble: 'You speak for Riverside Dental, a family dental practice.',
  },
}

type Seeding = { db: Db; config: Config; keyring: Keyring; world: World }

/**
 * Makes the org, its owner, the keys and the bare demo agent, once for a database, however many processes start
 * together; what that agent is to have comes later, in the background (`demo/make-demo.ts`).
 * The file is written before the transaction commits: a crash between the two leaves a file that the next start
 * replaces, never keys that nobody knows.
 */
export async function firstStart(seeding: Seeding): Promise<FirstCredentials | undefined> {
  const { db, config, keyring, world } = seeding
  return inTransaction(db, async (tx) => {
    const isFirst = await claimInstallation(tx, keyring.fingerprint, world.now())
    if (!isFirst) {
      await refuseOtherKey(tx, keyring.fingerprint)
      return undefined
    }
    const credentials = await seed(tx, seeding)
    if (config.demo) await beginDemo(tx, world.now())
    writeCredentials(config, credentials)
    return credentials
  })
}

/** Waits for a process that is seeding right now, then says whether it is left to us. */
async function claimInstallation(tx: Db, fingerprint: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into installation (key, value, created_at) values ('secret key', ${fingerprint}, ${now})
    on conflict do nothing returning key`.execute(tx)
  return rows.length === 1
}

async function refuseOtherKey(tx: Db, fingerprint: string): Promise<void> {
  const row = await tx.selectFrom('installation').select('value').where('key', '=', 'secret key').executeTakeFirst()
  if (row?.value === fingerprint) return
  throw new CannotStart(
    'This database was set up with another secret key, so that stored secrets could not be read. ' +
      'Set SECRET_KEY to the one it was set up with, or use the DATA_DIR whose keys/secret holds it.',
  )
}

/** Fresh keys and a fresh owner's password for an installation whose file was lost; nothing issued before is revoked. */
export async function renewCredentials(seeding: Omit<Seeding, 'keyring'>): Promise<Credentials> {
  return inTransaction(seeding.db, async (tx) => {
    const credentials = await seed(tx, seeding)
    writeCredentials(seeding.config, credentials)
    return credentials
  })
}

async function seed(tx: Db, { config, world }: Omit<Seeding, 'keyring'>): Promise<FirstCredentials> {
  const known = await findOrg(tx, { id: demoOrg })
  const { org, apiKey } = known
    ? { org: known, apiKey: await issueFirstKey(tx, known, world) }
    : await foundOrg(tx, { id: demoOrg, name: 'Demo' }, world)
  const owner = { email: ownerEmail, password: newToken(world, '', 20) }
  await ensureOwner(tx, org, owner, world)
  const system = mintSystemKey(world)
  await insertSystemKey(tx, { id: system.id, hash: system.hash, now: world.now() })
  const access = { org: org.id, apiKey, sysopKey: system.key, console: owner }
  if (!config.demo) return { ...addressesOf(config), ...access }
  const created: AgentDeps['created'] = (within, made) => bindWebchat(within, made, { world, catalog: builtInCatalog })
  const agent =
    (await agentFinder(tx)(org, demoAgent.id, tx)) ?? (await createAgent(tx, org, demoAgent, { world, created }))
  const agentAccessToken = await issueAccessToken(tx, agent, world)
  const emulatorUrl = await issueLink(tx, agent, { label: 'Demo', publicUrl: config.publicUrl, world })
  return { ...addressesOf(config), ...access, agent: agent.id, agentAccessToken, emulatorUrl }
}
