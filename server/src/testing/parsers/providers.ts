/** Parsers of provider callbacks, for the fuzzer. */
export type { Adapter } from '../../domains/channels/adapter.ts'
export { appleAdapter } from '../../domains/channels/adapters/apple/index.ts'
export { createGoogleRbmAdapter } from '../../domains/channels/adapters/google-rbm/index.ts'
export { httpSmsAdapter } from '../../domains/channels/adapters/http-sms/index.ts'
export { metaAdapters } from '../../domains/channels/adapters/meta/index.ts'
export { slackAdapter } from '../../domains/channels/adapters/slack/index.ts'
export { createTestBinding, createTestCall } from '../../domains/channels/adapters/testing/cases.ts'
export { twilioRcsAdapter, twilioSmsAdapter } from '../../domains/channels/adapters/twilio/index.ts'
