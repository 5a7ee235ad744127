import { z } from 'zod'

export const oidcSettings = {
  OIDC_ISSUER: {
    schema: z.url({ protocol: /^https?$/ }).optional(),
    description: 'OpenID Connect issuer for sign-in',
    example: 'https://login.example.com',
  },
  OIDC_CLIENT_ID: { schema: z.string().min(1).optional(), description: 'audience of its ID tokens', example: 'parley' },
  OIDC_CLIENT_SECRET: {
    schema: z.string().min(1).optional(),
    description: 'secret of that client, where the issuer has given it one',
    example: 'as the issuer shows it',
  },
} as const
