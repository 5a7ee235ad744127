import { bootstrap } from './bootstrap.ts'
import { readConfig } from './config.ts'
import { accountMaintenance } from './domains/orgs/index.ts'
import { StartupError } from './platform/errors.ts'

// `npm run reset-second-factor -- EMAIL [ORG]`: for a member who has lost the app and the recovery codes.
const [email, org] = process.argv.slice(2)
const installation = await bootstrap(readConfig(process.env))
try {
  if (!email) throw new StartupError('Specify the user: npm run reset-second-factor -- user@example.com [org]')
  const orgs = await accountMaintenance.deleteFactorsByEmail(installation.database.db, email, org)
  if (orgs.length === 0) throw new StartupError(`${email} has no second factor${org ? ` in the org ${org}` : ''}.`)
  console.log(
    `\n  The second factor of ${email} was removed in: ${orgs.join(', ')}. Signing in there now needs only the password.\n`,
  )
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(`\n  ${error.message}\n`)
  process.exitCode = 1
} finally {
  await installation.shutdown()
}
