import { readConfig } from './config.ts'
import { adoptNextKey, makeNextKey } from './data-folder.ts'
import { standOn } from './ground.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { keyringOf } from './platform/secrets/keyring.ts'
import { rotateSecretKey } from './secret-rotation.ts'

// npm run rotate-secret-key: everything that is stored encrypted gets a new key. Stop Parley first.
const ground = await standOn(readConfig(process.env))
const { config, database, keyring } = ground
try {
  const kept = config.secretKey === undefined
  if (!kept && !config.previousSecretKey) {
    throw new CannotStart(
      'Set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the one in use, and run this again.',
    )
  }
  const from = kept ? keyring : keyringOf(config.previousSecretKey as Buffer)
  const to = kept ? keyringOf(makeNextKey(config.dataDir)) : keyring
  const moved = await rotateSecretKey(database.db, from, to)
  if (kept) adoptNextKey(config.dataDir)
  console.log(
    `\n  ${moved} secrets are encrypted with the new key. Everybody signs in again; the key before is of no use any more.\n`,
  )
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(`\n  ${error.message}\n`)
  process.exitCode = 1
} finally {
  await ground.leave()
}
