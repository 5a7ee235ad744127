/** Readers of what providers call with, for whoever attacks them. */
export type { Adapter } from '../../domains/channels/adapter.ts'
export { apple } from '../../domains/channels/adapters/apple/index.ts'
export { googleRbm } from '../../domains/channels/adapters/google-rbm/index.ts'
export { httpSms } from '../../domains/channels/adapters/http-sms/index.ts'
export { metaAdapters } from '../../domains/channels/adapters/meta/index.ts'
export { slack } from '../../domains/channels/adapters/slack/index.ts'
export { bindingOf, callOf } from '../../domains/channels/adapters/testing/cases.ts'
export { twilioRcs, twilioSms } from '../../domains/channels/adapters/twilio/index.ts'
