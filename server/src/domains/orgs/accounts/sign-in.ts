import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { roles } from '../../../platform/http/access.ts'
import { timestamp } from '../../../platform/http/schemas.ts'

export const AuthMethods = z
  .strictObject({
    password: z.literal(true),
    openId: z
      .strictObject({
        authorizationEndpoint: z.string(),
        clientId: z.string(),
        redirectUri: z.string(),
        name: z.string().meta({ description: "The issuer's host, for display." }),
      })
      .optional()
      .meta({ description: 'Absent if no issuer is configured, or while it cannot be reached.' }),
  })
  .meta({
    id: 'AuthMethods',
    examples: [
      {
        password: true,
        openId: {
          authorizationEndpoint: 'https://login.example.com/authorize',
          clientId: 'parley',
          redirectUri: 'https://parley.example.com/sign-in',
          name: 'login.example.com',
        },
      },
    ],
  })

const org = z.string().optional()
const password = z.strictObject({
  email: z.string().max(254),
  password: z.string().max(256),
  code: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'A second-factor code or a recovery code, if the member has a second factor.' }),
  org,
})
const idToken = z.strictObject({ idToken: z.string().max(16_384), org })
const code = z.strictObject({
  code: z.string().min(1).max(4096),
  codeVerifier: z
    .string()
    .regex(/^[\w.~-]{43,128}$/, 'must have 43 to 128 characters from A-Z a-z 0-9 . _ ~ -')
    .meta({ description: 'The value that the `code_challenge` (S256) was derived from.' }),
  nonce: z.string().min(1).max(256).meta({ description: 'As sent to the issuer.' }),
  org,
})

/** Sign-in with a password, or with an ID token or authorization code of the configured OpenID Connect issuer. */
export const SignIn = z
  .union([password, idToken, code])
  .meta({ id: 'SignIn', examples: [{ email: 'owner@example.com', password: 'a long pass phrase' }] })
export type SignIn = z.infer<typeof SignIn>

export const newPassword = boundedText({ min: 8, max: 256 })

export const PasswordChange = z.strictObject({ currentPassword: z.string().max(256), newPassword }).meta({
  id: 'PasswordChange',
  examples: [{ currentPassword: 'a long pass phrase', newPassword: 'a longer pass phrase' }],
})

export const SwitchOrg = z.strictObject({ org: z.string() }).meta({ id: 'SwitchOrg', examples: [{ org: 'demo' }] })

const role = z.enum(roles)

export const AccountOrg = z
  .strictObject({ id: z.string(), name: z.string(), role })
  .meta({ id: 'AccountOrg', examples: [{ id: 'demo', name: 'Demo', role: 'owner' }] })
export type AccountOrg = z.infer<typeof AccountOrg>

export const SignInResult = z
  .strictObject({
    token: z.string(),
    expiresAt: timestamp,
    user: z.strictObject({ id: z.string(), email: z.string(), name: z.string().optional() }),
    org: z.strictObject({ id: z.string(), role }),
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
export type SignInResult = z.infer<typeof SignInResult>
