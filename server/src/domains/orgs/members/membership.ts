import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import { hashPassword } from '../accounts/password.ts'
import {
  changeAccount,
  deleteLonelyAccounts,
  findAccountByEmail,
  insertAccount,
  isOfOtherOrgs,
} from '../accounts/queries.ts'
import { changesAccount, type Member, type MemberCreate, type MemberPatch } from './member.ts'
import { countOwners, deleteMember, findMember, insertMember, updateRole } from './queries.ts'

/** Adds a person to the org; an account that exists already keeps its own name and password. */
export async function addMember(tx: Db, org: OrgKey, asked: MemberCreate, world: World): Promise<Member> {
  const now = world.now()
  const known = await findAccountByEmail(tx, asked.email)
  if (known && (await findMember(tx, org, known.id))) throw conflict(`${asked.email} is a member of this org already`)
  if (known && asked.password !== undefined) {
    throw conflict(`${asked.email} has an account with a password of its own; leave password out to add it`)
  }
  const userId = known?.id ?? world.newId('user')
  if (!known) {
    const passwordHash = asked.password === undefined ? null : await hashPassword(asked.password, world)
    await insertAccount(tx, { id: userId, email: asked.email, name: asked.name ?? null, passwordHash, now })
  }
  await insertMember(tx, org, { userId, role: asked.role, now })
  return (await findMember(tx, org, userId)) as Member
}

type Place = { tx: Db; org: OrgKey; world: World }

export async function changeMember({ tx, org, world }: Place, member: Member, patch: MemberPatch): Promise<Member> {
  const now = world.now()
  if (member.role === 'owner' && patch.role !== undefined && patch.role !== 'owner') await keepAnOwner(tx, org)
  if (changesAccount(patch)) await changeOwnAccount({ tx, org, world }, member, patch)
  await updateRole(tx, org, member.id, { role: patch.role, now })
  return (await findMember(tx, org, member.id)) as Member
}

type Owner = { email: string; password: string }

/** Sees to it that somebody can sign in as owner with this password, whatever there was before. */
export async function ensureOwner(tx: Db, org: OrgKey, { email, password }: Owner, world: World): Promise<void> {
  const known = await findAccountByEmail(tx, email)
  if (!known) {
    await addMember(tx, org, { email, role: 'owner', password }, world)
    return
  }
  const now = world.now()
  await changeAccount(tx, known.id, { passwordHash: await hashPassword(password, world), now })
  if (await findMember(tx, org, known.id)) await updateRole(tx, org, known.id, { role: 'owner', now })
  else await insertMember(tx, org, { userId: known.id, role: 'owner', now })
}

/** Removes a person; an account that is left in no org goes with them, and so do its sessions. */
export async function removeMember(tx: Db, org: OrgKey, member: Member): Promise<void> {
  if (member.role === 'owner') await keepAnOwner(tx, org)
  await deleteMember(tx, org, member.id)
  await deleteLonelyAccounts(tx, [member.id])
}

/** Called with the org locked, so that two owners cannot demote each other at once. */
async function keepAnOwner(tx: Db, org: OrgKey): Promise<void> {
  if ((await countOwners(tx, org)) <= 1) throw problem('org.last_owner', 409)
}

/** One org must not take over an account that another trusts. */
async function changeOwnAccount({ tx, org, world }: Place, member: Member, patch: MemberPatch): Promise<void> {
  if (await isOfOtherOrgs(tx, org, member.id)) {
    throw conflict('The account belongs to other orgs too; only its role can be changed here')
  }
  if (patch.email !== undefined && patch.email !== member.email && (await findAccountByEmail(tx, patch.email))) {
    throw conflict(`${patch.email} has an account already`)
  }
  const passwordHash = patch.password === undefined ? undefined : await hashPassword(patch.password, world)
  await changeAccount(tx, member.id, { email: patch.email, name: patch.name, passwordHash, now: world.now() })
}

function conflict(detail: string) {
  return problem('resource.conflict', 409, { detail })
}
