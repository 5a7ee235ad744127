/**
 * Closed sets of names in test cases and personas, which the server validates and the console lists. Plain data without
 * imports: a page that lists them loads nothing else of this package.
 */

/** How a case begins; exactly one of these is required, and violations have their own code. */
export const startForms = ['inbound', 'outreach', 'reminder', 'resume'] as const

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Statuses of the appointments that a case begins with. */
export const caseAppointmentStatuses = ['scheduled', 'cancelled', 'completed'] as const

/** Actions of a person besides writing and tapping. */
export const systemNames = ['optOut', 'optIn', 'subscribed', 'unsubscribed'] as const
export type SystemName = (typeof systemNames)[number]

/** Actions behind chips that a person can tap. */
export const tappedActions = ['calendar', 'dial', 'url', 'viewLocation'] as const

/** Kinds of files that a person can send. */
export const sentMediaKinds = ['image', 'video'] as const

/** The author of a line of an earlier conversation. */
export const historyRoles = ['user', 'assistant'] as const
export type HistoryRole = (typeof historyRoles)[number]
