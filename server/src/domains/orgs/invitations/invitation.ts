import { nameText } from '@parley/findings'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import { newPassword } from '../accounts/sign-in.ts'
import { memberAgentIds, memberEmail, memberRole } from '../members/member.ts'

/** How long the link of an invitation works, from when it was sent last. */
export const invitationDays = 7

const at = '2030-01-31T09:00:00.000Z'

/** `link`: passed on by whoever invites, because no mail is configured. */
export const invitationDeliveries = ['link', 'pending', 'sent', 'failed'] as const

export const Invitation = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    name: z.string().optional(),
    role: memberRole,
    agentIds: z.array(z.string()).optional().meta({ description: 'The agents that the member will be limited to.' }),
    invitedBy: z.string().meta({ description: 'The id of the member or key that invited.' }),
    delivery: z.enum(invitationDeliveries).meta({
      description:
        '`pending`, `sent` or `failed` for the mail; `link` if no mail is configured: then the answer that made the link contains it.',
    }),
    problem: z.string().optional().meta({ description: 'Why the mail was not sent, and what to do.' }),
    link: z.string().optional().meta({ description: 'Shown once. Whoever has it can join in place of the person.' }),
    createdAt: timestamp,
    sentAt: timestamp.optional(),
    expiresAt: timestamp,
  })
  .meta({
    id: 'Invitation',
    examples: [
      {
        id: 'inv_01',
        email: 'robin@example.com',
        role: 'frontDesk',
        agentIds: ['harbour'],
        invitedBy: 'user_01',
        delivery: 'sent',
        createdAt: at,
        sentAt: at,
        expiresAt: '2030-02-07T09:00:00.000Z',
      },
    ],
  })
export type Invitation = z.infer<typeof Invitation>

export const InvitationCreate = z
  .strictObject({
    email: memberEmail,
    name: nameText.optional(),
    role: memberRole,
    agentIds: memberAgentIds.optional(),
  })
  .meta({
    id: 'InvitationCreate',
    examples: [{ email: 'robin@example.com', role: 'frontDesk', agentIds: ['harbour'] }],
  })
export type InvitationCreate = z.output<typeof InvitationCreate>

const token = z.string().max(200).meta({ description: 'The part of the link after `#`.' })

export const InvitationToken = z.strictObject({ token }).meta({ id: 'InvitationToken', examples: [{ token: 'inv_…' }] })

export const InvitationReview = z
  .strictObject({
    org: z.strictObject({ id: z.string(), name: z.string() }),
    email: z.string(),
    name: z.string().optional(),
    role: memberRole,
    account: z.enum(['new', 'existing']).meta({
      description: '`existing`: the account must prove itself, with a password or through the OpenID Connect issuer.',
    }),
    expiresAt: timestamp,
  })
  .meta({
    id: 'InvitationReview',
    examples: [
      {
        org: { id: 'demo', name: 'Demo' },
        email: 'robin@example.com',
        role: 'frontDesk',
        account: 'new',
        expiresAt: '2030-02-07T09:00:00.000Z',
      },
    ],
  })
export type InvitationReview = z.infer<typeof InvitationReview>

export const InvitationAccept = z
  .strictObject({
    token,
    password: newPassword.meta({ description: 'The password for this org. Other orgs of the account keep theirs.' }),
    name: nameText.optional().meta({ description: 'For a new account.' }),
    accountPassword: z
      .string()
      .max(256)
      .optional()
      .meta({ description: 'If the account exists: its password in an org that it belongs to, as proof.' }),
    code: z.string().max(64).optional().meta({ description: 'If that org asks for a second factor.' }),
  })
  .meta({ id: 'InvitationAccept', examples: [{ token: 'inv_…', password: 'a long pass phrase' }] })
export type InvitationAccept = z.output<typeof InvitationAccept>
