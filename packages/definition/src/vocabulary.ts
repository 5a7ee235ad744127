/**
 * Closed sets of names in the API, which the server validates and the console lists. Plain data without imports: a page
 * that lists them loads nothing else of this package.
 */

/** Roles of org members, lowest first. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const

/** Scopes of API keys, in display order. */
export const scopes = [
  'agents:read',
  'agents:write',
  'people:read',
  'people:write',
  'people:export',
  'knowledge:read',
  'knowledge:write',
  'messages:read',
  'catalogs:read',
  'templates:apply',
  'webhooks:manage',
  'org:admin',
  'integrations:journey',
] as const

export const personStatuses = ['new', 'contacted', 'qualified', 'converted', 'lost'] as const

export const consentStatuses = ['granted', 'denied', 'unknown'] as const

export const sendOrigins = ['named', 'automated', 'campaign'] as const

export const sendStates = ['queued', 'sending', 'sent', 'failed', 'suppressed', 'cancelled'] as const

/** States of what an automated outreach rule does for one trigger. */
export const triggerStates = ['waiting', 'sent', 'skipped', 'failed'] as const

export const appointmentStatuses = ['scheduled', 'rescheduled', 'cancelled'] as const

/** Statuses of webhook deliveries. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

export const logLevels = ['debug', 'info', 'warn', 'error'] as const

/** Events that can reach a goal. */
export const goalEvents = ['appointment.booked', 'contact.captured', 'person.replied', 'link.tapped'] as const
