import type { AgentDefinition } from '@parley/definition'

/** Replies to keywords, in the language of the keywords. */

type Brand = Pick<AgentDefinition, 'agent' | 'identity'>

export const formatOptOutReply = ({ agent }: Brand): string =>
  `${agent.name}: you are unsubscribed and will get no more messages. Reply START to get them again.`

export const formatOptInReply = ({ agent }: Brand): string =>
  `${agent.name}: you are subscribed again. Reply HELP for help, STOP to unsubscribe.`

/** Contact details, as far as the agent's identity contains them. */
export function formatHelpReply({ agent, identity }: Brand): string {
  const { contactPhone, contactEmail, websiteUrl, contactAvailability } = identity
  const ways = [
    contactPhone && `call ${contactPhone}`,
    contactEmail && `write to ${contactEmail}`,
    websiteUrl && `see ${websiteUrl}`,
  ]
  const known = ways.filter((way) => way)
  const help = known.length > 0 ? `for help ${known.join(' or ')}.` : 'reply here and we will help.'
  const availability = contactAvailability?.trim()
  return [`${agent.name}: ${help}`, availability, 'Reply STOP to unsubscribe.'].filter(Boolean).join(' ')
}

export const formatDefaultDisclaimer = ({ agent }: Brand): string =>
  `You are now talking with ${agent.name}. Messages may be written by an AI assistant. Message and data rates may apply. Reply HELP for help, STOP to unsubscribe.`
