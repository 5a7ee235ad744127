import { sql } from 'kysely'
import type { Config } from './config.ts'
import {
  type FirstStartCredentials,
  type InstallationCredentials,
  installationUrlsOf,
  writeCredentialsFile,
} from './credentials.ts'
import { recordDemoStarted } from './demo/progress.ts'
import { type AgentDeps, createAgent, createAgentFinder, issueAccessToken } from './domains/agents/index.ts'
import { builtInCatalog } from './domains/catalogs/index.ts'
import { bindWebchat } from './domains/channels/index.ts'
import { issueLink } from './domains/emulator/index.ts'
import { createOrg, ensureOwner, findOrg, insertSystemKey, issueFirstKey, mintSystemKey } from './domains/orgs/index.ts'
import type { Db } from './platform/db/database.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { StartupError } from './platform/errors.ts'
import type { Keyring } from './platform/secrets/keyring.ts'
import { generateToken } from './platform/secrets/tokens.ts'
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

type SeedDeps = { db: Db; config: Config; keyring: Keyring; world: World }

/**
 * Creates the org, its owner, the keys and the bare demo agent, once per database, however many processes start
 * together; the rest of the demo follows in the background (`demo/seed-demo.ts`). The file is written before the
 * transaction commits: a crash between the two leaves a file that the next start replaces, never keys that no one has.
 */
export async function seedOnFirstStart(seeding: SeedDeps): Promise<FirstStartCredentials | undefined> {
  const { db, config, keyring, world } = seeding
  return inTransaction(db, async (tx) => {
    const isFirst = await claimInstallation(tx, keyring.fingerprint, world.now())
    if (!isFirst) {
      await assertSameSecretKey(tx, keyring.fingerprint)
      return undefined
    }
    const credentials = await seedInstallation(tx, seeding)
    if (config.demo) await recordDemoStarted(tx, world.now())
    writeCredentialsFile(config, credentials)
    return credentials
  })
}

/** Waits for any process that is seeding now, then returns whether this process must seed. */
async function claimInstallation(tx: Db, fingerprint: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into installation (key, value, created_at) values ('secret key', ${fingerprint}, ${now})
    on conflict do nothing returning key`.execute(tx)
  return rows.length === 1
}

async function assertSameSecretKey(tx: Db, fingerprint: string): Promise<void> {
  const row = await tx.selectFrom('installation').select('value').where('key', '=', 'secret key').executeTakeFirst()
  if (row?.value === fingerprint) return
  throw new StartupError(
    'This database was set up with another secret key, so stored secrets cannot be read. ' +
      'Set SECRET_KEY to the one it was set up with, or use the DATA_DIR whose keys/secret holds it.',
  )
}

/**
 * Issues new keys and a new owner password for an installation whose credentials file was lost; revokes nothing issued
 * before.
 */
export async function renewCredentials(seeding: Omit<SeedDeps, 'keyring'>): Promise<InstallationCredentials> {
  return inTransaction(seeding.db, async (tx) => {
    const credentials = await seedInstallation(tx, seeding)
    writeCredentialsFile(seeding.config, credentials)
    return credentials
  })
}

async function seedInstallation(tx: Db, { config, world }: Omit<SeedDeps, 'keyring'>): Promise<FirstStartCredentials> {
  const known = await findOrg(tx, { id: demoOrg })
  const { org, apiKey } = known
    ? { org: known, apiKey: await issueFirstKey(tx, known, world) }
    : await createOrg(tx, { id: demoOrg, name: 'Demo' }, world)
  const owner = { email: ownerEmail, password: generateToken(world, '', 20) }
  await ensureOwner(tx, org, owner, world)
  const system = mintSystemKey(world)
  await insertSystemKey(tx, { id: system.id, hash: system.hash, now: world.now() })
  const access = { org: org.id, apiKey, sysopKey: system.key, console: owner }
  if (!config.demo) return { ...installationUrlsOf(config), ...access }
  const created: AgentDeps['onCreated'] = (within, made) =>
    bindWebchat(within, made, { world, catalog: builtInCatalog })
  const agent =
    (await createAgentFinder(tx)(org, demoAgent.id, tx)) ??
    (await createAgent(tx, org, demoAgent, { world, onCreated: created }))
  const agentAccessToken = await issueAccessToken(tx, agent, world)
  const emulatorUrl = await issueLink(tx, agent, { label: 'Demo', publicUrl: config.publicUrl, world })
  return { ...installationUrlsOf(config), ...access, agent: agent.id, agentAccessToken, emulatorUrl }
}
