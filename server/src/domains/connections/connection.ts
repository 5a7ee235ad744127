import { boundedText, nameText } from '@parley/findings'
import { z } from 'zod'
import { timestamp } from '../../platform/http/schemas.ts'
import { grantStatuses } from './grant.ts'

/** An agent that uses a connection; supplied by the agents domain. */
export const ConnectionUser = z.strictObject({ agentId: z.string(), name: z.string() }).meta({ id: 'ConnectionUser' })
export type ConnectionUser = z.infer<typeof ConnectionUser>

export const Connection = z
  .strictObject({
    id: z.string(),
    provider: z.string(),
    label: z.string(),
    accountLabel: z.string().optional(),
    status: z.enum(grantStatuses),
    lastError: z.string().optional(),
    expiresAt: timestamp.optional(),
    lastUsedAt: timestamp.optional(),
    usedBy: z.array(ConnectionUser),
  })
  .meta({
    id: 'Connection',
    examples: [
      {
        id: 'con_01',
        provider: 'google',
        label: 'Front desk calendar',
        accountLabel: 'desk@example.com',
        status: 'connected',
        expiresAt: '2030-01-31T10:00:00.000Z',
        usedBy: [{ agentId: 'front-desk', name: 'Front desk' }],
      },
    ],
  })
export type Connection = z.infer<typeof Connection>

export const ConnectionDisconnect = z
  .strictObject({ disconnected: z.boolean(), usedBy: z.array(ConnectionUser) })
  .meta({ id: 'ConnectionDisconnect', examples: [{ disconnected: true, usedBy: [] }] })

const returnTo = boundedText({ max: 2000 })
  .optional()
  .meta({ description: 'Where the browser goes afterwards; ignored unless its host is on the allow-list.' })

export const ConnectionStart = z
  .strictObject({ label: nameText.optional(), returnTo })
  .meta({ id: 'ConnectionStart', examples: [{ label: 'Front desk calendar', returnTo: 'https://app.example.com/' }] })

export const ToolOAuthStart = z
  .strictObject({ returnTo })
  .meta({ id: 'ToolOAuthStart', examples: [{ returnTo: 'https://app.example.com/' }] })

export const Authorization = z
  .strictObject({ authorizationUrl: z.string() })
  .meta({ id: 'Authorization', examples: [{ authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth?…' }] })

export const ToolOAuthStatus = z
  .strictObject({
    status: z.enum(['not-connected', ...grantStatuses]),
    connectedAt: timestamp.optional(),
    lastError: z.string().optional(),
  })
  .meta({ id: 'ToolOAuthStatus', examples: [{ status: 'connected', connectedAt: '2030-01-31T09:00:00.000Z' }] })
export type ToolOAuthStatus = z.infer<typeof ToolOAuthStatus>
