import { text } from '@parley/findings'
import { z } from 'zod'
import { roles } from '../../../platform/http/access.ts'
import { timestamp } from '../../../platform/http/schemas.ts'

const password = z.strictObject({
  email: z.string().max(254),
  password: z.string().max(256),
  org: z.string().optional(),
})
const idToken = z.strictObject({ idToken: z.string().max(16_384), org: z.string().optional() })

/** With a password, or with an ID token of the configured OpenID Connect issuer. */
export const SignIn = z
  .union([password, idToken])
  .meta({ id: 'SignIn', examples: [{ email: 'owner@example.com', password: 'a long pass phrase' }] })
export type SignIn = z.infer<typeof SignIn>

export const newPassword = text({ min: 8, max: 256 })

export const PasswordChange = z.strictObject({ currentPassword: z.string().max(256), newPassword }).meta({
  id: 'PasswordChange',
  examples: [{ currentPassword: 'a long pass phrase', newPassword: 'a longer pass phrase' }],
})

export const SignedIn = z
  .strictObject({
    token: z.string(),
    expiresAt: timestamp,
    user: z.strictObject({ id: z.string(), email: z.string(), name: z.string().optional() }),
    org: z.strictObject({ id: z.string(), role: z.enum(roles) }),
  })
  .meta({
    id: 'SignedIn',
    examples: [
      {
        token: 'eyJhbGciOiJIUzI1NiJ9…',
        expiresAt: '2030-01-31T09:00:00.000Z',
        user: { id: 'user_01', email: 'owner@example.com' },
        org: { id: 'demo', role: 'owner' },
      },
    ],
  })
export type SignedIn = z.infer<typeof SignedIn>
