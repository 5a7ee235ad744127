import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/access.ts'
import { invalidRequest } from '../../../platform/http/problem.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import { type DeskMember, findDeskMember } from '../queries/members.ts'

type ActingRequest = { org: OrgKey; caller: Caller; as: string | undefined }

/** A signed-in user acts for themselves, an API key for the member that it names. */
export async function findActingMember(db: Db, { org, caller, as }: ActingRequest): Promise<DeskMember> {
  const id = caller.kind === 'user' ? caller.id : as
  if (id === undefined)
    throw invalidRequest([{ field: 'as', message: 'is required with an API key: the member who acts' }])
  if (as !== undefined && as !== id) throw invalidRequest([{ field: 'as', message: 'must be the signed-in user' }])
  return findNamedMember(db, { org, field: 'as', userId: id })
}

export async function findNamedMember(
  db: Db,
  { org, field, userId }: { org: OrgKey; field: string; userId: string },
): Promise<DeskMember> {
  const member = await findDeskMember(db, org, userId)
  if (!member) throw invalidRequest([{ field, message: 'must be a member of the org who may edit' }])
  return member
}

/** Whose unread messages are counted. */
export function viewerIdOf(caller: Caller, as: string | undefined): string {
  return caller.kind === 'user' ? caller.id : (as ?? caller.id)
}
