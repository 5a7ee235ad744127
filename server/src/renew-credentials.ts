import { bootstrap } from './bootstrap.ts'
import { readConfig } from './config.ts'
import { readCredentialsFile } from './credentials.ts'
import { renewCredentials } from './first-start.ts'
import { StartupError } from './platform/errors.ts'
import { realWorld } from './platform/world.ts'

// `npm run renew-credentials`: new keys and a new owner password in place of a lost or damaged credentials.json.
const installation = await bootstrap(readConfig(process.env))
try {
  if (readCredentialsFile(installation.config).kind === 'read' && !process.argv.includes('--force')) {
    throw new StartupError('credentials.json exists and can be read. To replace it anyway, add: -- --force')
  }
  await renewCredentials({ ...installation, db: installation.database.db, world: realWorld })
  console.log(
    `\n  New credentials are in ${installation.config.dataDir}/credentials.json. Earlier keys still work; revoke what you no longer trust.\n`,
  )
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(`\n  ${error.message}\n`)
  process.exitCode = 1
} finally {
  await installation.shutdown()
}
