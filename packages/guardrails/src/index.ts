export {
  bindingStateOf,
  type ChannelBlockReason,
  type ChannelFacts,
  channelBlockedBy,
  chooseChannel,
  reachedOn,
} from './channels.ts'
export {
  findNextOpening,
  type GuardrailFacts,
  type GuardrailOrigin,
  guardrailOrigins,
  type OpenHours,
  type SendBlockReason,
} from './facts.ts'
export {
  decideOutreach,
  type ForeseenFailure,
  type OutreachBlockReason,
  type OutreachDecision,
  type OutreachFacts,
  type SwitchedOff,
} from './outreach.ts'
