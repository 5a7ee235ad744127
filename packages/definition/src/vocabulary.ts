/**
 * Closed sets of names in the API, which the server validates and the console lists. Plain data without imports: a page
 * that lists them loads nothing else of this package.
 */

/**
 * Roles of org members, lowest first. The front desk is below the others: it meets no route's minimum role, and may call
 * only the routes that name it.
 */
export const roles = ['frontDesk', 'viewer', 'editor', 'admin', 'owner'] as const

/** The roles as people read them. */
export const roleNames = {
  frontDesk: 'front desk',
  viewer: 'viewer',
  editor: 'editor',
  admin: 'admin',
  owner: 'owner',
} as const satisfies Record<(typeof roles)[number], string>

/** Roles that can be limited to some agents of the org. */
export const limitableRoles = ['frontDesk', 'viewer', 'editor'] as const

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
type Scope = (typeof scopes)[number]

/** Scopes that another scope includes. */
export const impliedScopes: Partial<Record<Scope, readonly Scope[]>> = {
  'agents:write': ['agents:read'],
  'people:write': ['people:read', 'people:export'],
  'knowledge:write': ['knowledge:read'],
}

export const personStatuses = ['new', 'contacted', 'qualified', 'converted', 'lost'] as const

export const consentStatuses = ['granted', 'denied', 'unknown'] as const
export type ConsentStatus = (typeof consentStatuses)[number]

/** Types of the custom fields of people. */
export const peopleFieldTypes = ['string', 'number', 'boolean', 'date', 'enum'] as const

/** Filters of the people list, besides those by custom field. */
export const peopleFilterFields = [
  'q',
  'status',
  'source',
  'consent',
  'tag',
  'assignedRepresentativeId',
  'preferredLocationId',
  'importBatchId',
  'channel',
  'createdAfter',
  'createdBefore',
  'lastSeenAfter',
] as const

/** How an import treats a person who already exists. */
export const duplicatePolicies = ['update', 'skip'] as const

/** A marketing message needs consent and respects the frequency cap. */
export const outreachClasses = ['marketing', 'service'] as const
export type OutreachClass = (typeof outreachClasses)[number]

export const sendOrigins = ['named', 'automated', 'campaign', 'sequence'] as const

export const sendStates = ['queued', 'sending', 'sent', 'failed', 'suppressed', 'cancelled'] as const

/** Why a send failed or was suppressed. */
export const sendFailureReasons = [
  'no_channel_identity',
  'no_binding',
  'not_rcs_capable',
  'capability_unknown',
  'dispatch_failed',
  'delivery_failed',
  'opted_out',
  'no_consent',
  'frequency_capped',
  'template_blocked',
  'no_template',
  'outside_safe_hours',
  'missing_inputs',
  'outreach_unavailable',
  'binding_error',
  'no_route',
] as const

export const campaignStatuses = ['draft', 'staged', 'running', 'paused', 'completed', 'cancelled', 'failed'] as const

/** Why a campaign excludes a person of its audience, in the order of the checks. */
export const exclusionReasons = [
  'no-consent',
  'previously-contacted',
  'frequency-gated',
  'no-channel-identity',
  'channel-unresolved',
  'no-template',
  'template-blocked',
  'opted-out',
] as const

/** States of a campaign's recipients: `excluded`, `held_out`, or the state of the recipient's send. */
export const recipientStates = ['excluded', 'held_out', ...sendStates] as const

/** What ends an enrollment in a sequence early. */
export const sequenceStops = ['replied', 'goal', 'converted', 'left'] as const

export const enrollmentStates = ['active', 'completed', 'stopped', 'failed'] as const

/** States of what an automated outreach rule does for one trigger. */
export const triggerStates = ['waiting', 'sent', 'skipped', 'failed'] as const

export const appointmentStatuses = ['scheduled', 'rescheduled', 'cancelled'] as const

/** Statuses of test runs. */
export const runStatuses = ['queued', 'running', 'paused', 'completed', 'cancelled', 'failed'] as const

/** Statuses of webhook deliveries. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

export const logLevels = ['debug', 'info', 'warn', 'error'] as const

/** Events that can reach a goal. */
export const goalEvents = ['appointment.booked', 'contact.captured', 'person.replied', 'link.tapped'] as const

export const guardrailLists = ['topicsToAvoid', 'claimsNotToMake', 'requiredDisclaimers'] as const

export const thingActionKinds = ['url', 'dial', 'reply', 'viewLocation'] as const

/** Parts of a Thing that its card can show. */
export const presentationFields = ['picture', 'name', 'description'] as const

/** Kinds of knowledge sources. */
export const sourceKinds = ['url', 'text', 'file'] as const

/** HTTP methods of integrations. */
export const integrationMethods = ['POST', 'PUT', 'PATCH'] as const

/** HTTP methods of audited requests. */
export const auditMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
