import { limitableRoles, roles } from '@parley/definition/vocabulary'
import { emailAddress, nameText, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import type { Role } from '../../../platform/http/access.ts'
import { timestamp } from '../../../platform/http/schemas.ts'
import { newPassword } from '../accounts/sign-in.ts'

export const Member = z
  .strictObject({
    id: z.string().meta({ description: 'The id of the user.' }),
    userId: z.string().meta({ description: 'The same id, under the name used in paths.' }),
    email: z.string(),
    name: z.string().optional(),
    role: z.enum(roles),
    agentIds: z.array(z.string()).optional().meta({
      description: 'The agents that the member is limited to; absent: all. Admins and owners are never limited.',
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({
    id: 'Member',
    examples: [
      {
        id: 'user_01',
        userId: 'user_01',
        email: 'owner@example.com',
        role: 'owner',
        createdAt: '2030-01-31T09:00:00.000Z',
        updatedAt: '2030-01-31T09:00:00.000Z',
      },
    ],
  })
export type Member = z.infer<typeof Member>

export const memberEmail = emailAddress.transform((value) => value.toLowerCase())
export const memberRole = z.enum(roles)
const [email, role] = [memberEmail, memberRole]

const maxAgentIds = 1_000
/** The agents that a viewer, an editor or a member of the front desk is limited to. */
export const memberAgentIds = z
  .array(z.string().max(200))
  .max(maxAgentIds)
  .transform((ids) => [...new Set(ids)])
  .meta({ description: 'The agents that the member is limited to; by default all. Not for admins and owners.' })

/** Admins and owners can change the access of everybody, so a limit would not hold for them. */
export const canBeLimited = (role: Role): boolean => (limitableRoles as readonly Role[]).includes(role)
const readOnly = ['id', 'userId', 'createdAt', 'updatedAt'] as const

export const MemberCreate = withReadOnlyFields(
  { email, name: nameText.optional(), role, agentIds: memberAgentIds.optional(), password: newPassword.optional() },
  readOnly,
).meta({
  id: 'MemberCreate',
  examples: [{ email: 'editor@example.com', role: 'editor', password: 'a long pass phrase' }],
})
export type MemberCreate = z.output<typeof MemberCreate>

export const MemberPatch = withReadOnlyFields(
  {
    email: email.optional(),
    name: nameText.nullable().optional(),
    role: role.optional(),
    agentIds: memberAgentIds.nullable().optional(),
    password: newPassword.optional(),
  },
  readOnly,
).meta({ id: 'MemberPatch', examples: [{ role: 'admin' }] })
export type MemberPatch = z.output<typeof MemberPatch>

/** Whether the change affects the account itself, which may belong to several orgs. */
export function changesAccount({ email, name }: MemberPatch, member: Member): boolean {
  return (email !== undefined && email !== member.email) || (name !== undefined && name !== member.name)
}
