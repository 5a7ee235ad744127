import type { Db } from '../../../platform/db/database.ts'
import type { Caller, Role } from '../../../platform/http/access.ts'
import { invalidRequest, problem } from '../../../platform/http/problem.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import { createSessionEpoch, hashPassword } from '../accounts/password.ts'
import {
  belongsToOtherOrgs,
  deleteOrphanedAccounts,
  findAccountByEmail,
  insertAccount,
  lockAccount,
  lockAccountByEmail,
  type UserAccount,
  updateAccount,
} from '../accounts/queries.ts'
import { canBeLimited, changesAccount, type Member, type MemberCreate, type MemberPatch } from './member.ts'
import {
  countOwners,
  deleteMember,
  findAgentKeys,
  findMember,
  insertMember,
  type MemberAccess,
  revokeOperatorTrust,
  setPassword,
  updateAccess,
} from './queries.ts'

/**
 * Only an owner may create, change or remove an owner; otherwise an admin could set an owner's password and take over
 * the org. Keys are checked by their scopes alone.
 */
export function assertOwnerFor(caller: Caller, ...concerned: (Role | undefined)[]): void {
  if (caller.kind !== 'user' || caller.role === 'owner' || !concerned.includes('owner')) return
  throw problem('auth.forbidden', 403, { detail: 'Only an owner can add, change or remove an owner' })
}

/** Resolves the agents that a member with this role is to be limited to; null for all. */
export async function resolveAccess(
  tx: Db,
  org: OrgKey,
  { role, agentIds }: { role: Role; agentIds?: readonly string[] | null },
): Promise<MemberAccess> {
  if (!agentIds) return { role, agentKeys: null }
  if (!canBeLimited(role)) {
    const message = 'must be null: an admin or owner works with every agent'
    throw invalidRequest([{ field: 'agentIds', message }])
  }
  const keys = await findAgentKeys(tx, org, agentIds)
  const unknown = agentIds.flatMap((id, index) => (keys.has(id) ? [] : [index]))
  if (unknown.length > 0)
    throw invalidRequest(
      unknown.map((index) => ({ field: `agentIds[${index}]`, message: 'must be the id of an agent of the org' })),
    )
  return { role, agentKeys: [...keys.values()] }
}

/** Adds a person to the org with a password for this org; an existing account keeps its name. */
export async function addMember(tx: Db, org: OrgKey, request: MemberCreate, world: World): Promise<Member> {
  const now = world.now()
  const access = await resolveAccess(tx, org, request)
  const { id: userId } = await findOrCreateAccount(tx, request, world)
  if (await findMember(tx, org, userId)) throw conflict(`${request.email} is already a member of this org`)
  const passwordHash = request.password === undefined ? null : await hashPassword(request.password, world)
  await insertMember(tx, org, { ...access, userId, passwordHash, epoch: createSessionEpoch(world), now })
  return (await findMember(tx, org, userId)) as Member
}

/** Finds or creates the account with that email, and locks it while it joins an org. */
export async function findOrCreateAccount(
  tx: Db,
  { email, name }: Pick<MemberCreate, 'email' | 'name'>,
  world: World,
): Promise<UserAccount> {
  const known = await lockAccountByEmail(tx, email)
  if (known) return known
  await insertAccount(tx, { id: world.newId('user'), email, name: name ?? null, now: world.now() })
  return (await lockAccountByEmail(tx, email)) as UserAccount
}

type MembershipContext = { tx: Db; org: OrgKey; world: World }

export async function updateMember(
  { tx, org, world }: MembershipContext,
  member: Member,
  patch: MemberPatch,
): Promise<Member> {
  const now = world.now()
  if (member.role === 'owner' && patch.role !== undefined && patch.role !== 'owner') await assertOwnerRemains(tx, org)
  const access = await resolveChangedAccess(tx, org, member, patch)
  if (changesAccount(patch, member)) await updateExclusiveAccount({ tx, org, world }, member, patch)
  if (patch.password !== undefined) {
    await setPassword(tx, org, member.id, await newPasswordFields(patch.password, world))
    // Otherwise the admin of a system operator's org could become one.
    await revokeOperatorTrust(tx, org, member.id)
  }
  await updateAccess(tx, org, member.id, { ...access, now })
  return (await findMember(tx, org, member.id)) as Member
}

/** Absent agents stay as they are, without those that were deleted. */
async function resolveChangedAccess(
  tx: Db,
  org: OrgKey,
  member: Member,
  { role = member.role, agentIds }: MemberPatch,
): Promise<Partial<MemberAccess>> {
  return resolveAccess(tx, org, { role, agentIds: agentIds === undefined ? member.agentIds : agentIds })
}

type Owner = { email: string; password: string }

/** Ensures that this owner exists and can sign in with this password, whatever the previous state. */
export async function ensureOwner(tx: Db, org: OrgKey, { email, password }: Owner, world: World): Promise<void> {
  const known = await findAccountByEmail(tx, email)
  if (!known || !(await findMember(tx, org, known.id))) {
    await addMember(tx, org, { email, role: 'owner', password }, world)
    return
  }
  await setPassword(tx, org, known.id, await newPasswordFields(password, world))
  await updateAccess(tx, org, known.id, { role: 'owner', agentKeys: null, now: world.now() })
}

async function newPasswordFields(password: string, world: World) {
  return { hash: await hashPassword(password, world), epoch: createSessionEpoch(world), now: world.now() }
}

/** Removes a member; an account left without an org is deleted along with its sessions. */
export async function removeMember(tx: Db, org: OrgKey, member: Member): Promise<void> {
  if (member.role === 'owner') await assertOwnerRemains(tx, org)
  await deleteMember(tx, org, member.id)
  await deleteOrphanedAccounts(tx, [member.id])
}

/** Called with the org locked, so that two owners cannot demote each other at once. */
async function assertOwnerRemains(tx: Db, org: OrgKey): Promise<void> {
  if ((await countOwners(tx, org)) <= 1) throw problem('org.last_owner', 409)
}

/** An org must not take over an account that another org, or the whole installation, trusts. */
async function updateExclusiveAccount(
  { tx, org, world }: MembershipContext,
  member: Member,
  patch: MemberPatch,
): Promise<void> {
  const account = await lockAccount(tx, member.id)
  if (await belongsToOtherOrgs(tx, org, member.id)) {
    throw conflict(
      'The account belongs to other orgs too; here you can change only its role and its password for this org',
    )
  }
  const email = patch.email === member.email ? undefined : patch.email
  if (email !== undefined && account?.sysop) {
    throw conflict('The account belongs to a system operator; its email cannot change while it does')
  }
  if (email !== undefined && (await findAccountByEmail(tx, email))) throw conflict(`${email} already has an account`)
  await updateAccount(tx, member.id, { email, name: patch.name, now: world.now() })
}

function conflict(detail: string) {
  return problem('resource.conflict', 409, { detail })
}
