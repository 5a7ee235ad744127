import { Chip, Contact, type Part } from '@parley/amf'
import { type AgentDefinition, findEnabledLocation, readLocationField } from '@parley/definition'
import type { AgentTool, ToolOutcome, TurnInput } from '../deps.ts'
import { failedOutcome } from './outcome.ts'

/** Puts the conversation into the waiting list of the desk; without a desk, shows the contact options of the identity. */
export const contactTool: AgentTool = {
  name: 'human.contact',
  description:
    'Shows how to reach a human of the business: telephone, email, website. Call it when the person asks for a human, ' +
    'or needs one.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  hasSideEffects: false,
  run: async (_given, { definition, mailPage, locationId, actions }: TurnInput) => {
    const requested = await actions.requestHuman()
    if (requested?.kind === 'waiting') return createWaitingOutcome(requested.message)
    const options = createContactOutcome(definition, { mailPage, locationId })
    return requested?.message === undefined ? options : withClosedMessage(options, requested.message)
  },
}

const defaultWaitingMessage = 'One moment, please. A member of our team will answer you here.'

function createWaitingOutcome(message = defaultWaitingMessage): ToolOutcome {
  const note = 'The person was told that a member of the team will answer here. Until then, go on helping.'
  return { ok: true, result: { waiting: true, note }, show: [{ type: 'text', text: message }], endsTurn: true }
}

/** The contact options follow the message. */
function withClosedMessage(options: ToolOutcome, message: string): ToolOutcome {
  const note = 'Nobody of the team is there right now; the person was told so.'
  const show: Part[] = [{ type: 'text', text: message }, ...(options.show ?? [])]
  return { ...options, ok: true, result: { ...(options.ok && options.result), note }, show, endsTurn: true }
}

type ContactContext = { mailPage?: string; locationId?: string }

/** With a location, its telephone and, unless the agent says otherwise, its hours. */
function createContactOutcome(definition: AgentDefinition, { mailPage, locationId }: ContactContext = {}): ToolOutcome {
  const { agent, identity } = definition
  const location = findEnabledLocation(definition.locations, locationId)
  const { contactPhone, contactEmail: email, websiteUrl: website } = identity
  const phone = location?.phone ?? contactPhone
  const hours = location && readLocationField(definition, location, 'hours')
  const availability = identity.contactAvailability?.trim() ? identity.contactAvailability : hours
  const options = { ...(phone && { phone }), ...(email && { email }), ...(website && { website }) }
  if (Object.keys(options).length === 0)
    return failedOutcome('The business has no contact options for reaching a human.')
  const chips = createContactChips({ phone, website, mailPage: email && mailPage })
  return {
    ok: true,
    result: {
      ...options,
      ...(availability && { availability }),
      note: 'These contact options are shown to the person.',
    },
    show: createCardParts(location ? `${agent.name}, ${location.name}` : agent.name, {
      phone,
      email,
      website,
      availability,
    }),
    ...(chips.length > 0 && { chips }),
  }
}

/** The card alone, for callers that show it unasked. */
export const createContactCard = (definition: AgentDefinition, locationId?: string): Part[] =>
  createContactOutcome(definition, { locationId }).show ?? []

type ContactOptions = { phone?: string; email?: string; website?: string; availability?: string }

/** A phone number that an operator entered may not be dialable; it is then shown as text. */
function createCardParts(name: string, { phone, email, website, availability }: ContactOptions): Part[] {
  const card = {
    name,
    ...(phone && { phones: [phone] }),
    ...(email && { emails: [email] }),
    ...(website && { url: website }),
  }
  const intro = availability && { prompt: availability }
  const whole = Contact.safeParse(card)
  if (whole.success) return [{ type: 'share.contact', ...intro, contact: whole.data }]
  const { phones: _, ...rest } = card
  const text: Part = { type: 'text', text: [availability, phone].filter(Boolean).join('\n\n') }
  const left = Contact.safeParse(rest)
  return left.success && (email || website) ? [text, { type: 'share.contact', contact: left.data }] : [text]
}

/** RCS and most messengers reject `mailto:` links, so an email starts from a web page. */
function createContactChips({
  phone,
  mailPage,
  website,
}: Pick<ContactOptions, 'phone' | 'website'> & { mailPage?: string }): Chip[] {
  const made = [
    phone !== undefined && { label: 'Call us', kind: 'dial', phone },
    mailPage !== undefined && { label: 'Email us', kind: 'url', url: mailPage },
    website !== undefined && { label: 'Visit our website', kind: 'url', url: website },
  ]
  return made.flatMap((chip) => Chip.safeParse(chip).data ?? [])
}
