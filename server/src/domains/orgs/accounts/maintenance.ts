import { purgeExpiredApplications } from '../applications/queries.ts'
import { purgeOldAuditEntries } from '../audit/queries.ts'
import { deleteFactorsByEmail } from './second-factor/queries.ts'
import { reEncryptSecondFactors } from './second-factor/second-factor.ts'
import { purgeExpiredSessions } from './sessions/queries.ts'

export const accountMaintenance = {
  deleteFactorsByEmail,
  purgeExpiredApplications,
  purgeExpiredSessions,
  purgeOldAuditEntries,
  reEncryptSecondFactors,
}
