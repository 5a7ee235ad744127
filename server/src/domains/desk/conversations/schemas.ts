import { channels } from '@parley/amf'
import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { pageQuery } from '../../../platform/http/page.ts'
import { timestamp } from '../../../platform/http/schemas.ts'
import { deskMoves, deskStates } from './transitions.ts'

export const deskViews = ['mine', 'waiting', 'unassigned', 'open', 'closed'] as const

const at = '2030-01-31T09:00:00.000Z'
const memberId = z.string().min(1).max(200)

const entryExample = {
  userId: 'asid_01',
  personId: 'per_01',
  name: 'Ada Lovelace',
  channel: 'rcs',
  sessionId: 'ses_01',
  state: 'waiting',
  waitingSince: at,
  lastAt: at,
  lastText: 'I want to talk to a human',
  unread: 1,
}

/** Who acts, for callers that are not signed in as a member. */
const as = memberId
  .optional()
  .meta({ description: 'With an API key, required: the member who acts. A signed-in user acts for themselves.' })

export const DeskConversationEntry = z
  .strictObject({
    userId: z.string(),
    personId: z.string().optional(),
    name: z.string().optional(),
    channel: z.enum(channels),
    sessionId: z.string(),
    state: z.enum(deskStates),
    assignee: z.string().optional().meta({
      description: 'The member who holds the conversation; while it waits, the member whose turn it is.',
    }),
    waitingSince: timestamp.optional(),
    takenAt: timestamp.optional(),
    snoozedUntil: timestamp.optional(),
    lastAt: timestamp,
    lastText: z.string(),
    unread: z.int().meta({ description: 'Messages of the person that the caller has not seen; at most 100.' }),
    test: z.literal(true).optional().meta({ description: 'A rehearsal: no real person is involved.' }),
  })
  .meta({
    id: 'DeskConversation',
    examples: [entryExample],
  })
export type DeskConversationEntry = z.output<typeof DeskConversationEntry>

export const DeskNote = z
  .strictObject({ id: z.string(), text: z.string(), by: z.string(), at: timestamp })
  .meta({ id: 'DeskNote', examples: [{ id: 'note_01', text: 'Prefers a call', by: 'user_01', at }] })

const DeskHistoryEntry = z.strictObject({
  at: timestamp,
  move: z.enum(deskMoves),
  by: z.string().optional().meta({ description: 'The member who made the move; absent if it happened by itself.' }),
  assignee: z.string().optional(),
})

export const DeskConversationDetail = z
  .strictObject({
    ...DeskConversationEntry.shape,
    refusal: z.enum(['optedOut', 'windowClosed']).optional().meta({
      description:
        'Why the channel would refuse a message now: the person has opted out, or the reply window is closed.',
    }),
    windowClosesAt: timestamp
      .optional()
      .meta({ description: 'When the reply window of the channel closes, if it has one.' }),
    notes: z.array(DeskNote),
    history: z.array(DeskHistoryEntry),
  })
  .meta({
    id: 'DeskConversationDetail',
    examples: [{ ...entryExample, windowClosesAt: at, notes: [], history: [{ at, move: 'waiting' }] }],
  })

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const DeskListParameters = pageQuery.extend({
  state: z.enum(deskStates).optional(),
  assignee: memberId.optional(),
  channel: z.enum(channels).optional(),
  q: z.string().max(200).optional().meta({ description: 'Words of the name, email or phone number of a person.' }),
  snoozed: flag
    .optional()
    .meta({ description: 'Only conversations that are snoozed; default: only those that are not.' }),
  view: z.enum(deskViews).optional().meta({
    description:
      'A view of the desk: `mine` (assigned to the caller), `waiting`, `unassigned` (waiting for any member), `open` (all but closed ones) or `closed`.',
  }),
  tag: z.string().min(1).max(200).optional().meta({ description: 'Only people with this tag.' }),
  playbook: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Only conversations in this playbook, by its id.' }),
  unanswered: flag
    .optional()
    .meta({ description: 'With `true`, only conversations whose last message is of the person.' }),
  campaignReplies: flag.optional().meta({ description: 'With `true`, only people who replied to a campaign.' }),
  hideOpeners: flag.optional().meta({
    description: 'With `true`, without conversations that consist of an opener to which the person has not replied.',
  }),
  as: memberId.optional().meta({ description: 'With an API key: the member whose unread messages are counted.' }),
})
export type DeskListFilters = Pick<
  z.output<typeof DeskListParameters>,
  'view' | 'tag' | 'playbook' | 'unanswered' | 'campaignReplies' | 'hideOpeners'
>

export const DeskViewerParameters = z.strictObject({ as: DeskListParameters.shape.as })

const count = z.strictObject({
  conversations: z.int().meta({ description: 'At most 1,000.' }),
  unread: z.int().meta({ description: 'Those with messages that the caller has not seen.' }),
})
const someCount = { conversations: 3, unread: 1 }
export const DeskViewCounts = z
  .strictObject({ mine: count, waiting: count, unassigned: count, open: count, closed: count })
  .meta({
    id: 'DeskViewCounts',
    examples: [{ mine: someCount, waiting: someCount, unassigned: someCount, open: someCount, closed: someCount }],
  })

export const DeskMemberEntry = z
  .strictObject({ userId: z.string(), name: z.string() })
  .meta({ id: 'DeskMember', examples: [{ userId: 'user_01', name: 'Robin' }] })

const example = (body: object) => ({ examples: [body] })

export const TakeBody = z
  .strictObject({
    force: z.boolean().optional().meta({ description: 'Take it from the member who holds it.' }),
    as,
  })
  .meta({ id: 'DeskTakeBody', ...example({ force: false }) })
export const AssignBody = z
  .strictObject({ userId: memberId, as })
  .meta({ id: 'DeskAssignBody', ...example({ userId: 'user_02' }) })
export const ReturnBody = z
  .strictObject({
    note: boundedText({ min: 1, max: 4000 }).optional().meta({ description: 'What the agent should know.' }),
    as,
  })
  .meta({ id: 'DeskReturnBody', ...example({ note: 'Offered a visit on Friday' }) })
export const MemberBody = z.strictObject({ as }).meta({ id: 'DeskMemberBody', ...example({}) })
export const SeenBody = z
  .strictObject({
    present: z.enum(['looking', 'typing', 'gone']).optional().meta({
      description: 'Shows other members for half a minute that the caller looks at the conversation or types in it.',
    }),
    as,
  })
  .meta({ id: 'DeskSeenBody', ...example({ present: 'looking' }) })
export const SnoozeBody = z
  .strictObject({ until: z.iso.datetime({ offset: true }).meta({ examples: [at] }), as })
  .meta({ id: 'DeskSnoozeBody', ...example({ until: at }) })
export const NoteBody = z
  .strictObject({ text: boundedText({ min: 1, max: 10_000 }), as })
  .meta({ id: 'DeskNoteBody', ...example({ text: 'Prefers a call' }) })

const contents = ['text', 'message', 'aml', 'replyId'] as const
export const MemberMessageBody = z
  .strictObject({
    id: boundedText({ min: 1, max: 200 }).optional().meta({
      description: "The member's own id of the message: a repeat within 24 hours is not sent again.",
    }),
    text: boundedText({ min: 1, max: 20_000 }).optional(),
    message: z.record(z.string(), z.unknown()).optional().meta({ description: 'A message in AMF.' }),
    aml: boundedText({ min: 1, max: 20_000 }).optional(),
    replyId: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'A saved reply, whose fill-ins are filled now.' }),
    as,
  })
  .refine((body) => contents.filter((name) => body[name] !== undefined).length === 1, {
    message: 'must be the only one of text, message, aml and replyId, and one is required',
    path: ['text'],
  })
  .meta({ id: 'DeskMessageBody', ...example({ text: 'Hello, this is Robin. How can I help?' }) })
export type MemberMessageBody = z.output<typeof MemberMessageBody>

export const SentMemberMessage = z
  .strictObject({ messageId: z.string() })
  .meta({ id: 'DeskMessage', examples: [{ messageId: 'msg_01' }] })

export const FillBody = z
  .strictObject({
    aml: boundedText({ min: 1, max: 20_000 }).optional(),
    replyId: z.string().min(1).max(64).optional().meta({ description: 'A saved reply.' }),
  })
  .refine((body) => (body.aml === undefined) !== (body.replyId === undefined), {
    message: 'must be the only one of aml and replyId, and one is required',
    path: ['aml'],
  })
  .meta({ id: 'DeskFillBody', ...example({ aml: 'Hello {person.firstName|there}' }) })
export const FilledMessage = z
  .strictObject({ aml: z.string(), missing: z.array(z.string()).meta({ description: 'Fill-ins without a value.' }) })
  .meta({ id: 'DeskFilledMessage', examples: [{ aml: 'Hello Robin', missing: [] }] })
