import { roleNames } from '@parley/definition/vocabulary'
import type { Role } from '../../../platform/http/access.ts'
import { generateToken } from '../../../platform/secrets/tokens.ts'
import type { World } from '../../../platform/world.ts'

/** 256 bits. */
const tokenLetters = 43

export const generateInvitationToken = (world: World): string => generateToken(world, 'inv_', tokenLetters)

/** The token is in the fragment, which browsers send to no server. */
export const invitationLink = (publicUrl: string, token: string): string => `${publicUrl}/invitation#${token}`

type InvitationMail = { orgName: string; inviter: string | null; role: Role; link: string; expiresAt: Date }

export function composeInvitation({ orgName, inviter, role, link, expiresAt }: InvitationMail) {
  const text = [
    `${inviter ?? 'An admin'} invites you to ${orgName} on Parley. Your role: ${roleNames[role]}.`,
    '',
    'Join with this link:',
    link,
    '',
    `It works once, until ${expiresAt.toUTCString()}. Whoever has it can join in your place: do not pass it on.`,
    'If you do not expect this invitation, ignore it.',
    '',
  ].join('\n')
  return { subject: `Your invitation to ${orgName}`, text }
}
