import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Role } from '../../../platform/http/access.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { OrgKey, RequestFacts } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import { createSessionEpoch } from '../accounts/password.ts'
import { findAccountByEmail, listJoinedOrgs, type UserAccount } from '../accounts/queries.ts'
import type { EnteredOrg } from '../accounts/session-token.ts'
import { createAuditor } from '../audit/auditor.ts'
import { findOrCreateAccount } from '../members/membership.ts'
import { findMember, insertMember } from '../members/queries.ts'
import { lockOrg } from '../queries.ts'
import { type InvitationRow, listInvitationsOfEmail, takeInvitation } from './queries.ts'

/** Who joins: an account that proved itself, or a new one. `passwordHash` is null for members who sign in elsewhere. */
export type Joining = {
  account: UserAccount | undefined
  name?: string
  passwordHash: string | null
  /** The token under which the person joins; absent if the OpenID Connect issuer vouches for their email. */
  tokenHash?: Buffer
}

export type JoinContext = { world: World; request: RequestFacts }
export type Joined = { account: UserAccount; entered: EnteredOrg }

export const acceptSummary = 'Join an org by an invitation'

const conflict = (detail: string) => problem('resource.conflict', 409, { detail })

/** Makes the invited person a member, once: undefined if the invitation was used, withdrawn or replaced meanwhile. */
export async function joinOrg(
  db: Db,
  { org_id, id, email }: InvitationRow,
  { account: known, name, passwordHash, tokenHash }: Joining,
  context: JoinContext,
): Promise<Joined | undefined> {
  const org = { id: org_id }
  const { world } = context
  return inTransaction(db, async (tx) => {
    const now = world.now()
    const invitation = (await lockOrg(tx, org)) && (await takeInvitation(tx, org, { id, tokenHash, now }))
    if (!invitation) return undefined
    const account = await findOrCreateAccount(tx, { email, name: name ?? invitation.name ?? undefined }, world)
    // An account that appeared since it was looked up has not proved itself. The issuer proves any account of the email.
    if (tokenHash && account.id !== known?.id && (known || (await isInUse(tx, account))))
      throw conflict('The account has changed at this moment; open the link again')
    if (await findMember(tx, org, account.id)) throw conflict('You are a member of this org already: sign in')
    const [role, epoch] = [invitation.role as Role, createSessionEpoch(world)]
    const access = { role, agentKeys: invitation.agent_keys }
    await insertMember(tx, org, { ...access, userId: account.id, passwordHash, epoch, now })
    await auditJoin(tx, org, account, context)
    return { account, entered: { orgId: org.id, role, epoch } }
  })
}

const isInUse = async (tx: Db, { id, sysop }: UserAccount): Promise<boolean> =>
  sysop || (await listJoinedOrgs(tx, id, undefined)).length > 0

function auditJoin(tx: Db, org: OrgKey, account: UserAccount, { world, request }: JoinContext): Promise<void> {
  const { id: requestId, ip, svcAgent: via } = request
  const actor = { kind: 'user', id: account.id } as const
  const what = { action: acceptSummary, method: 'POST', path: '/auth/accept-invitation' } as const
  return createAuditor(world)(tx, { orgId: org.id, actor, via, ...what, requestId, ip, status: 200 })
}

/**
 * A person whose email the OpenID Connect issuer proves joins without the link: the org that they sign in to, or, if
 * they belong to no org, the first that invited them.
 */
export async function joinByProvenEmail(
  db: Db,
  { email, org }: { email: string; org: string | undefined },
  context: JoinContext,
): Promise<void> {
  const now = context.world.now()
  const [invitation] = await listInvitationsOfEmail(db, email, { orgId: org, now })
  if (!invitation) return
  const account = await findAccountByEmail(db, email)
  const joined = account ? await listJoinedOrgs(db, account.id, org) : []
  if (joined.length > 0) return
  await joinOrg(db, invitation, { account, passwordHash: null }, context)
}
