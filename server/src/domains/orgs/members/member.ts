import { roles } from '@parley/definition/vocabulary'
import { emailAddress, nameText, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import { newPassword } from '../accounts/sign-in.ts'

export const Member = z
  .strictObject({
    id: z.string().meta({ description: 'The id of the user.' }),
    userId: z.string().meta({ description: 'The same id, under the name used in paths.' }),
    email: z.string(),
    name: z.string().optional(),
    role: z.enum(roles),
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

const email = emailAddress.transform((value) => value.toLowerCase())
const role = z.enum(roles)
const readOnly = ['id', 'userId', 'createdAt', 'updatedAt'] as const

export const MemberCreate = withReadOnlyFields(
  { email, name: nameText.optional(), role, password: newPassword.optional() },
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
    password: newPassword.optional(),
  },
  readOnly,
).meta({ id: 'MemberPatch', examples: [{ role: 'admin' }] })
export type MemberPatch = z.output<typeof MemberPatch>

/** Whether the change affects the account itself, which may belong to several orgs. */
export function changesAccount({ email, name }: MemberPatch, member: Member): boolean {
  return (email !== undefined && email !== member.email) || (name !== undefined && name !== member.name)
}
