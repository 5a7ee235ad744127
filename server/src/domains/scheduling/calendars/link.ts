import { boundedText, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import { grantStatuses } from '../../connections/index.ts'

/** The calendar of a representative: account state, not part of the configuration. */
export const CalendarLink = z
  .strictObject({
    representativeId: z.string(),
    connectionId: z.string(),
    calendarId: z.string().optional(),
    status: z.enum(['not-connected', ...grantStatuses]).meta({ description: 'The state of its connection.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({
    id: 'CalendarLink',
    examples: [
      {
        representativeId: 'anna',
        connectionId: 'con_01',
        status: 'connected',
        createdAt: '2030-01-31T09:00:00.000Z',
        updatedAt: '2030-01-31T09:00:00.000Z',
      },
    ],
  })
export type CalendarLink = z.infer<typeof CalendarLink>

/** `.` and `..` would have a special meaning in a URL path. */
const calendarId = boundedText({ min: 1, max: 500 })
  .refine((id) => id !== '.' && id !== '..', 'must be the id of a calendar')
  .optional()
  .meta({ description: "The provider's id; default: the account's primary calendar." })

export const CalendarLinkPut = withReadOnlyFields({ connectionId: boundedText({ min: 1, max: 100 }), calendarId }, [
  'representativeId',
  'status',
  'createdAt',
  'updatedAt',
]).meta({ id: 'CalendarLinkPut', examples: [{ connectionId: 'con_01' }] })
