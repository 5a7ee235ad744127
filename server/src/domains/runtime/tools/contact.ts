import { Chip, Contact, type Part } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import type { AgentTool, ToolOutcome, TurnInput } from '../deps.ts'
import { failedOutcome } from './outcome.ts'

/** Parley has no handover to a human, so this shows the contact options of the identity. */
export const contactTool: AgentTool = {
  name: 'human.contact',
  description:
    'Shows how to reach a human of the business: telephone, email, website. Call it when the person asks for a human, ' +
    'or needs one.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  hasSideEffects: false,
  run: async (_given, { definition, mailPage }: TurnInput) => createContactOutcome(definition, mailPage),
}

function createContactOutcome({ agent, identity }: AgentDefinition, mailPage?: string): ToolOutcome {
  const { contactPhone: phone, contactEmail: email, websiteUrl: website } = identity
  const availability = identity.contactAvailability?.trim() ? identity.contactAvailability : undefined
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
    show: createCardParts(agent.name, { phone, email, website, availability }),
    ...(chips.length > 0 && { chips }),
  }
}

/** The card alone, for callers that show it unasked. */
export const createContactCard = (definition: AgentDefinition): Part[] => createContactOutcome(definition).show ?? []

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
