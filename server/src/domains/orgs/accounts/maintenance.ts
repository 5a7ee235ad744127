import { deleteFactorsByEmail } from './second-factor/queries.ts'
import { reEncryptSecondFactors } from './second-factor/second-factor.ts'
import { purgeExpiredSessions } from './sessions/queries.ts'

/** Operations on all accounts at once, and operations for the operator. */
export const accountMaintenance = { deleteFactorsByEmail, purgeExpiredSessions, reEncryptSecondFactors }
