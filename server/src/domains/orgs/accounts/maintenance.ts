import { purgeExpiredApplications } from '../applications/queries.ts'
import { purgeOldAuditEntries } from '../audit/queries.ts'
import { purgeExpiredInvitations } from '../invitations/queries.ts'
import { invitationWork } from '../invitations/worker.ts'
import { deleteFactorsByEmail } from './second-factor/queries.ts'
import { reEncryptSecondFactors } from './second-factor/second-factor.ts'
import { purgeExpiredSessions } from './sessions/queries.ts'

/** What happens to accounts, members and invitations without a request. */
export const accountMaintenance = {
  createInvitationWork: invitationWork,
  deleteFactorsByEmail,
  purgeExpiredApplications,
  purgeExpiredInvitations,
  purgeExpiredSessions,
  purgeOldAuditEntries,
  reEncryptSecondFactors,
}
