import { readConfig } from './config.ts'
import { accountUpkeep } from './domains/orgs/index.ts'
import { standOn } from './ground.ts'
import { CannotStart } from './platform/cannot-start.ts'

// npm run reset-second-factor -- EMAIL [ORG]: for a member who has lost the app and the recovery codes.
const [email, org] = process.argv.slice(2)
const ground = await standOn(readConfig(process.env))
try {
  if (!email) throw new CannotStart('Say whose: npm run reset-second-factor -- somebody@example.com [org]')
  const orgs = await accountUpkeep.deleteFactorsOf(ground.database.db, email, org)
  if (orgs.length === 0) throw new CannotStart(`${email} has no second factor${org ? ` in the org ${org}` : ''}.`)
  console.log(`\n  The second factor of ${email} is gone in: ${orgs.join(', ')}. The password alone opens them now.\n`)
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(`\n  ${error.message}\n`)
  process.exitCode = 1
} finally {
  await ground.leave()
}
