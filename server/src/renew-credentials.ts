import { readConfig } from './config.ts'
import { readCredentials } from './credentials.ts'
import { renewCredentials } from './first-start.ts'
import { standOn } from './ground.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { realWorld } from './platform/world.ts'

// npm run renew-credentials: fresh keys and a fresh owner's password in place of a lost or damaged credentials.json.
const ground = await standOn(readConfig(process.env))
try {
  if (readCredentials(ground.config).kind === 'read' && !process.argv.includes('--force')) {
    throw new CannotStart('credentials.json is there and can be read. To replace it all the same, add: -- --force')
  }
  await renewCredentials({ ...ground, db: ground.database.db, world: realWorld })
  console.log(
    `\n  New credentials are in ${ground.config.dataDir}/credentials.json. Keys issued before still work; revoke what you no longer trust.\n`,
  )
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(`\n  ${error.message}\n`)
  process.exitCode = 1
} finally {
  await ground.leave()
}
