import { bootstrap } from './bootstrap.ts'
import { readConfig } from './config.ts'
import { createNextSecretKey, promoteNextSecretKey } from './data-folder.ts'
import { StartupError } from './platform/errors.ts'
import { createKeyring } from './platform/secrets/keyring.ts'
import { rotateSecretKey } from './secret-rotation.ts'

// `npm run rotate-secret-key`: re-encrypts everything stored encrypted with a new key. Stop Parley first.
const installation = await bootstrap(readConfig(process.env))
const { config, database, keyring } = installation
try {
  const isStored = config.secretKey === undefined
  if (!isStored && !config.previousSecretKey) {
    throw new StartupError(
      'Set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the one in use, and run this again.',
    )
  }
  const from = isStored ? keyring : createKeyring(config.previousSecretKey as Buffer)
  const to = isStored ? createKeyring(createNextSecretKey(config.dataDir)) : keyring
  const moved = await rotateSecretKey(database.db, from, to)
  if (isStored) promoteNextSecretKey(config.dataDir)
  console.log(
    `\n  ${moved} secrets are encrypted with the new key. All users must sign in again; the old key no longer works.\n`,
  )
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(`\n  ${error.message}\n`)
  process.exitCode = 1
} finally {
  await installation.shutdown()
}
