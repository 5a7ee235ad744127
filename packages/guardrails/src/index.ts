export {
  type ChannelBlockReason,
  type ChannelChoice,
  type ChannelFacts,
  channelBlockedBy,
  chooseChannel,
  decideOutreach,
  type OutreachDecision,
} from './channels.ts'
export {
  findNextOpening,
  type GuardrailFacts,
  type GuardrailOrigin,
  guardrailOrigins,
  type OpenHours,
  type SendBlockReason,
  type SendDecision,
} from './facts.ts'
export { decideSend, findCapEnd } from './guardrails.ts'
